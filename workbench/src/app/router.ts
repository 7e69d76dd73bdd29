/** Where one is: a screen and its parameters, both in the hash of the address, so that links, refresh and back work. */
import { useMemo, useSyncExternalStore } from 'react';

export interface Route {
  screen: string;
  params: URLSearchParams;
}

export type Params = Record<string, string | number | boolean | undefined | null>;

const listeners = new Set<() => void>();

/** Reads `#/browse?table=AuditLog`. */
export function parseHash(hash: string): Route {
  const text = hash.replace(/^#\/?/, '');
  const at = text.indexOf('?');
  const path = at < 0 ? text : text.slice(0, at);
  return { screen: path || 'tables', params: new URLSearchParams(at < 0 ? '' : text.slice(at + 1)) };
}

/** The address of a screen; parameters that are empty or false are left out. */
export function link(screen: string, params: Params = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '' && value !== false) {
      query.set(name, value === true ? '1' : String(value));
    }
  }
  const text = query.toString();
  return `#/${screen}${text ? `?${text}` : ''}`;
}

/** Goes there; with replace, the place that is left cannot be reached by the back button. */
export function navigate(screen: string, params: Params = {}, options: { replace?: boolean } = {}): void {
  const target = link(screen, params);
  if (target !== window.location.hash) {
    window.history[options.replace ? 'replaceState' : 'pushState'](null, '', target);
  }
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  window.addEventListener('hashchange', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
    window.removeEventListener('hashchange', listener);
  };
}

/** The present place; the component renders again when it changes. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parseHash(hash), [hash]);
}
