/** What a place shows when it has no data: it loads, is empty, or failed; and long work with its progress. */
import type { ReactNode } from 'react';

export function Loading({ children }: { children: ReactNode }) {
  return (
    <div className="state" role="status">
      <span className="spinner" aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}

/** Nothing there, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state">
      <h2>{title}</h2>
      {children && <div className="muted">{children}</div>}
    </div>
  );
}

export interface FailureProps {
  title: string;
  message: string;
  onRetry?: () => void;
}

/** What failed, why, and a way on. */
export function Failure({ title, message, onRetry }: FailureProps) {
  return (
    <div className="state failure" role="alert">
      <h2>{title}</h2>
      <p className="message">{message}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** An error within a form or above a result. */
export function ErrorNote({ error, children }: { error: unknown; children?: ReactNode }) {
  const { name, type, message } = error as { name?: string; type?: string; message?: string };
  return (
    <div className="note failed" role="alert">
      <strong>{type ?? name ?? 'Error'}</strong> <span>{message ?? String(error)}</span>
      {children}
    </div>
  );
}

export interface ProgressProps {
  label: string;
  /** Between 0 and 1; absent while nobody knows. */
  share?: number | undefined;
  onCancel?: () => void;
}

export function Progress({ label, share, onCancel }: ProgressProps) {
  return (
    <div className="progress" role="status">
      <progress {...(share === undefined ? {} : { value: share })} aria-label={label} />
      <span>{label}</span>
      {onCancel && (
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      )}
    </div>
  );
}

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info';

export function Badge({ tone = 'plain', title, children }: { tone?: Tone; title?: string | undefined; children: ReactNode }) {
  return (
    <span className={`badge ${tone}`} title={title}>
      {children}
    </span>
  );
}
