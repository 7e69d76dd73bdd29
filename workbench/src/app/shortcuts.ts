/** Keyboard shortcuts: `g` and a letter go to a screen, others belong to the screen that registers them. */
import { useEffect } from 'react';
import { store, useStore } from './store.ts';

export interface Shortcut {
  /** As in KeyboardEvent.key; `mod+Enter` means Ctrl or, on a Mac, Command; `g t` is one key after the other. */
  keys: string;
  title: string;
  run: () => void;
}

const active = store<readonly Shortcut[]>([]);
let prefix = '';

/** The shortcuts that work at the moment, for the help dialog. */
export function useActiveShortcuts(): readonly Shortcut[] {
  return useStore(active);
}

/** Registers shortcuts while the component is shown. */
export function useShortcuts(shortcuts: Shortcut[]): void {
  useEffect(() => {
    active.set((before) => [...before, ...shortcuts]);
    return () => active.set((before) => before.filter((one) => !shortcuts.includes(one)));
  });
}

/** Whether a key belongs to the field that has the focus. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return (
    target !== null &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('.cm-editor') !== null)
  );
}

/** Handles one key press; exported for the shell, which listens for all. */
export function onKey(event: KeyboardEvent): void {
  const mod = event.ctrlKey || event.metaKey;
  // What a screen does on a key, a commit among it, is not meant while one looks at a dialog above it.
  if (document.querySelector('dialog[open]')) {
    return;
  }
  if (event.altKey || (isTyping(event) && !mod)) {
    prefix = '';
    return;
  }
  const pressed = mod ? `mod+${event.key}` : prefix ? `${prefix} ${event.key}` : event.key;
  const hit = active.get().findLast((shortcut) => shortcut.keys === pressed);
  prefix = !mod && !prefix && event.key === 'g' && !hit ? 'g' : '';
  if (hit) {
    event.preventDefault();
    hit.run();
  }
}
