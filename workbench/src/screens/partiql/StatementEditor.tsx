/** The text of a statement, with colours, completion and the mark of an error. */
import { autocompletion, closeBrackets, completionKeymap, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { SQLDialect, sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { toast } from '../../app/toasts.tsx';
import { shadowRootOf } from '../../ui/shadow.ts';
import type { Suggestions } from './complete.ts';
import type { Place } from './place.ts';

export interface StatementEditorProps {
  text: string;
  onChange: (text: string) => void;
  onRun: () => void;
  suggest: (text: string, at: number) => Suggestions | undefined;
  error?: { place: Place; message: string } | undefined;
}

/** Twice what DynamoDB takes, so that one can paste and cut down; megabytes in one line would stop the browser. */
export const STATEMENT_CHARACTERS_MAX = 16_384;
const TOO_LONG = 'That is too long: a statement has at most 8,192 characters. Use parameters for large values.';

const PARTIQL = SQLDialect.define({
  keywords:
    'select from where and or not in between is missing null order by asc desc insert into value update set remove delete returning all modified old new exists',
  types: 'string number binary boolean list map',
  builtin: 'begins_with contains size attribute_type list_append set_add set_delete',
  doubleQuotedStrings: false,
  spaceAfterDashes: false,
});

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--type-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--type-number)' },
  { tag: [tags.standard(tags.name), tags.typeName], color: 'var(--type-other)' },
  { tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic' },
]);

const LOOK = EditorView.theme({
  '&': { fontSize: '13px', color: 'var(--text)', backgroundColor: 'var(--surface)', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface-2)', color: 'var(--faint)', border: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selected) !important' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--text)', border: '1px solid var(--line-strong)', borderRadius: '6px' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '230px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--selected)', color: 'var(--text)' },
  '.cm-completionDetail': { color: 'var(--muted)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '3px' },
});

export function StatementEditor({ text, onChange, onRun, suggest, error }: StatementEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  // The editor lives longer than the functions of one rendering.
  /** Texts that the editor told and that have not come back yet. */
  const told = useRef<string[]>([]);
  const tell = (next: string) => {
    if (next !== text) {
      told.current.push(next);
    }
    onChange(next);
  };
  const latest = useRef({ onChange: tell, onRun, suggest });
  latest.current = { onChange: tell, onRun, suggest };

  useEffect(() => {
    const element = host.current;
    if (!element) {
      return undefined;
    }
    const root = shadowRootOf(element);
    const editor = new EditorView({
      parent: root,
      root,
      state: EditorState.create({ doc: text, extensions: extensions(latest) }),
    });
    view.current = editor;
    editor.focus();
    return () => editor.destroy();
    // Later texts come through the next effect.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    const editor = view.current;
    // What the editor told itself comes back a moment later, when more may have been typed already.
    const echo = told.current.lastIndexOf(text);
    if (echo >= 0) {
      told.current.splice(0, echo + 1);
    } else if (editor && editor.state.doc.toString() !== text) {
      told.current = [];
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
    }
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (editor) {
      const length = editor.state.doc.length;
      const marks = error ? [{ from: Math.min(error.place.from, length), to: Math.min(error.place.to, length), severity: 'error' as const, message: error.message }] : [];
      editor.dispatch(setDiagnostics(editor.state, marks));
    }
  }, [error]);

  return <div className="statement-editor" ref={host} />;
}

function extensions(latest: { current: Pick<StatementEditorProps, 'onChange' | 'onRun' | 'suggest'> }) {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    EditorState.transactionFilter.of((change) => (change.newDoc.length > STATEMENT_CHARACTERS_MAX ? (toast(TOO_LONG, 'failed'), []) : change)),
    EditorView.lineWrapping,
    sql({ dialect: PARTIQL, upperCaseKeywords: true }),
    syntaxHighlighting(COLOURS),
    LOOK,
    placeholder('SELECT * FROM "Table" WHERE "pk" = \'…\''),
    autocompletion({ override: [(context) => completions(context, latest.current.suggest)], icons: false }),
    EditorView.contentAttributes.of({ 'aria-label': 'PartiQL statement', spellcheck: 'false' }),
    keymap.of([
      {
        key: 'Mod-Enter',
        run: () => {
          latest.current.onRun();
          return true;
        },
      },
      ...completionKeymap,
      ...defaultKeymap,
      ...historyKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) {
        latest.current.onChange(update.state.doc.toString());
      }
    }),
  ];
}

function completions(context: CompletionContext, suggest: StatementEditorProps['suggest']): CompletionResult | null {
  const found = suggest(context.state.doc.toString(), context.pos);
  if (!found || found.options.length === 0 || (found.from === context.pos && !context.explicit && !/[.\s("]$/.test(context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos)))) {
    return null;
  }
  const next = context.state.sliceDoc(context.pos, context.pos + 1);
  return {
    from: found.from,
    // A quote that the editor has closed already goes with what is typed.
    ...(next === '"' ? { to: context.pos + 1 } : {}),
    filter: true,
    options: found.options.map((one, i) => ({
      label: context.state.sliceDoc(found.from, found.from + 1) === '"' ? `"${one.label}"` : one.label,
      displayLabel: one.label,
      apply: one.insert,
      boost: -i / 100,
      ...(one.detail ? { detail: one.detail } : {}),
      type: one.kind,
    })),
  };
}
