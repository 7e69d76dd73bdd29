/** A button that opens a list of actions; arrow keys move, Escape closes. */
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

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

const EDGE_PX = 4;

export function Menu({ title, entries, disabled = false, note }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [position, setPosition] = useState({ top: 0, left: 0 });
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isOpen) {
      return undefined;
    }
    const list = place.current?.querySelector<HTMLElement>('[role=menu]');
    const button = place.current?.getBoundingClientRect();
    if (list && button) {
      // Fixed, since the panel around it may scroll; within the window, since the button may be at its edge.
      const left = Math.max(EDGE_PX, Math.min(button.left, window.innerWidth - list.offsetWidth - EDGE_PX));
      setPosition({ top: button.bottom + EDGE_PX, left });
    }
    list?.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus({ preventScroll: true });
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
        <div role="menu" aria-label={title} style={position}>
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
