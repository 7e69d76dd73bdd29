/** A text field for JSON with colours, brackets and folding. Loaded when it is first needed. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, defaultHighlightStyle, foldGutter, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { shadowRootOf } from './shadow.ts';

export interface JsonEditorProps {
  label: string;
  /** Taken once; later the editor has its own. */
  initial: string;
  onChange: (text: string) => void;
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--type-string)' },
  { tag: tags.number, color: 'var(--type-number)' },
  { tag: [tags.bool, tags.null], color: 'var(--type-other)' },
]);

const look = EditorView.theme({
  '&': { height: '46vh', background: 'var(--surface)', color: 'var(--text)', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)' },
  '.cm-gutters': { borderRightColor: 'var(--line)', background: 'var(--surface-2)', color: 'var(--faint)' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { background: 'var(--selected)' },
});

export default function JsonEditor({ label, initial, onChange }: JsonEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    const root = shadowRootOf(place.current as HTMLElement);
    const view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: initial,
        extensions: [
          lineNumbers(),
          foldGutter(),
          history(),
          bracketMatching(),
          json(),
          syntaxHighlighting(colours),
          syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          look,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              change.current(update.state.doc.toString());
            }
          }),
        ],
      }),
    });
    return () => view.destroy();
    // The editor keeps its own text from then on.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return <div ref={place} className="json-editor" />;
}
