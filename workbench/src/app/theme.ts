/** Dark or light: as the system says, unless the user chose. */
import { store, useStore } from './store.ts';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'stator.theme';
const current = store<Theme>(readTheme());

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Puts the choice on the document, where the style sheets read it. */
export function applyTheme(): void {
  const theme = current.get();
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
}

export function chooseTheme(theme: Theme): void {
  current.set(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  applyTheme();
}

export function useTheme(): Theme {
  return useStore(current);
}
