/** A value that components watch. */
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get(): T;
  set(next: T | ((before: T) => T)): void;
  subscribe(listener: () => void): () => void;
}

export function store<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = typeof next === 'function' ? (next as (before: T) => T)(value) : next;
      listeners.forEach((listener) => listener());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A store that a refresh of the page does not empty; another tab has its own. */
export function sessionStore<T>(name: string, initial: T): Store<T> {
  const inner = store<T>(read(name, initial));
  inner.subscribe(() => {
    try {
      sessionStorage.setItem(name, JSON.stringify(inner.get()));
    } catch {
      // The browser keeps no more; the value lives on in memory.
    }
  });
  return inner;
}

function read<T>(name: string, initial: T): T {
  try {
    const text = sessionStorage.getItem(name);
    return text === null ? initial : (JSON.parse(text) as T);
  } catch {
    return initial;
  }
}

export function useStore<T>(source: Store<T>): T {
  return useSyncExternalStore(source.subscribe, source.get);
}
