/** Short messages at the edge of the window. */
import { store, useStore } from './store.ts';

interface Toast {
  id: number;
  text: string;
  kind: 'done' | 'failed';
}

const SHOWN_MS = 5_000;
const toasts = store<readonly Toast[]>([]);
let last = 0;

/** Says that something worked; goes away by itself. What failed stays until it is dismissed. */
export function toast(text: string, kind: Toast['kind'] = 'done'): void {
  const id = ++last;
  toasts.set((before) => [...before, { id, text, kind }]);
  if (kind === 'done') {
    setTimeout(() => dismiss(id), SHOWN_MS);
  }
}

function dismiss(id: number): void {
  toasts.set((before) => before.filter((one) => one.id !== id));
}

export function Toasts() {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {useStore(toasts).map((one) => (
        <div key={one.id} className={`toast ${one.kind}`}>
          <span>{one.text}</span>
          <button type="button" className="quiet icon" aria-label="Dismiss" onClick={() => dismiss(one.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
