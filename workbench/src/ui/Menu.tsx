/** A button that opens a list of actions; arrow keys move, Escape closes. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

export interface MenuEntry {
  title: string;
  run: () => void;
  disabled?: boolean;
}

export interface MenuProps {
  title: string;
  entries: readonly MenuEntry[];
  disabled?: boolean;
  /** Stands above the actions. */
  note?: string;
}

export function Menu({ title, entries, disabled = false, note }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) {
      return undefined;
    }
    place.current?.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus();
    const close = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) {
        setOpen(false);
      }
    };
    window.addEventListener('pointerdown', close);
    return () => window.removeEventListener('pointerdown', close);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(place.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setOpen(false);
      place.current?.querySelector<HTMLElement>('button')?.focus();
    } else if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      items[(at + (event.key === 'ArrowDown' ? 1 : -1) + items.length) % items.length]?.focus();
    }
  };
  return (
    <div className="menu" ref={place} onKeyDown={onKeyDown}>
      <button type="button" aria-haspopup="menu" aria-expanded={isOpen} disabled={disabled} onClick={() => setOpen(!isOpen)}>
        {title} <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <div role="menu" aria-label={title}>
          {note && <span className="menu-note">{note}</span>}
          {entries.map((entry) => (
            <button
              key={entry.title}
              type="button"
              role="menuitem"
              disabled={entry.disabled}
              onClick={() => {
                setOpen(false);
                entry.run();
              }}
            >
              {entry.title}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
