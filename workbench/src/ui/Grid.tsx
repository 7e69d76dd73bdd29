/** A grid that renders only the rows in sight, for any number of rows; ItemGrid makes its columns from items. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';

export interface GridColumn<Row> {
  id: string;
  title: string;
  /** Small print behind the title, such as the type. */
  note?: string | undefined;
  width: number;
  align?: 'right';
  /** Stays in sight when scrolling sideways; pinned columns come first. */
  pinned?: boolean;
  className?: string;
  cell: (row: Row, index: number) => ReactNode;
  /** What copying the cell yields. */
  text?: (row: Row, index: number) => string;
  /** The tooltip of the cell. */
  hint?: (row: Row, index: number) => string | undefined;
}

export interface GridProps<Row> {
  /** What a screen reader calls the grid. */
  label: string;
  rows: readonly Row[];
  columns: readonly GridColumn<Row>[];
  rowId: (row: Row, index: number) => string;
  selected?: string | undefined;
  onSelect?: (row: Row, index: number) => void;
  /** Enter or a double click. */
  onOpen?: (row: Row, index: number) => void;
  rowClass?: (row: Row, index: number) => string;
  /** A row to bring into sight; each new object does so once. */
  reveal?: { row: number } | undefined;
  /** Shown when there are no rows. */
  empty?: ReactNode;
}

const ROW_PX = 28;
const HEAD_PX = 30;
const OVERSCAN = 8;
const COLUMN_PX_MIN = 40;

export function Grid<Row>(props: GridProps<Row>) {
  const { rows, rowId, selected, onSelect, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const gridId = useId();
  const [active, setActive] = useState({ row: 0, column: 0 });
  const [widths, setWidths] = useState<Record<string, number>>({});
  const columns = props.columns.map((column) => ({ ...column, width: widths[column.id] ?? column.width }));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    paddingStart: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
  });
  const idOf = useRef(rowId);
  idOf.current = rowId;
  // The grid renders at each step of scrolling, and must not look through all rows each time.
  const selectedRow = useMemo(() => (selected === undefined ? -1 : rows.findIndex((row, index) => idOf.current(row, index) === selected)), [rows, selected]);
  useEffect(() => {
    if (selectedRow >= 0) {
      setActive((before) => ({ ...before, row: selectedRow }));
      virtualizer.scrollToIndex(selectedRow, { align: 'auto' });
    }
    // Only a new selection scrolls, not rows that arrive.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selected]);

  const { reveal } = props;
  useEffect(() => {
    if (reveal) {
      setActive((before) => ({ ...before, row: reveal.row }));
      virtualizer.scrollToIndex(reveal.row, { align: 'center' });
    }
    // The virtualizer is always the same one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [reveal]);

  const move = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, row)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    };
    setActive(next);
    virtualizer.scrollToIndex(next.row, { align: 'auto' });
    const chosen = rows[next.row];
    if (chosen !== undefined && next.row !== active.row) {
      onSelect?.(chosen, next.row);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const leap = Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW_PX) / ROW_PX) - 2);
    const steps: Record<string, [number, number]> = {
      ArrowDown: [active.row + 1, active.column],
      ArrowUp: [active.row - 1, active.column],
      ArrowRight: [active.row, active.column + 1],
      ArrowLeft: [active.row, active.column - 1],
      PageDown: [active.row + leap, active.column],
      PageUp: [active.row - leap, active.column],
      Home: [0, active.column],
      End: [rows.length - 1, active.column],
    };
    const step = steps[event.key];
    const row = rows[active.row];
    if (step) {
      event.preventDefault();
      move(...step);
    } else if (event.key === 'Enter' && row !== undefined) {
      event.preventDefault();
      onOpen?.(row, active.row);
    } else if (event.key === 'c' && (event.ctrlKey || event.metaKey) && !window.getSelection()?.toString() && row !== undefined) {
      void navigator.clipboard?.writeText(columns[active.column]?.text?.(row, active.row) ?? '');
    }
  };
  const template = columns.map((column) => `${column.width}px`).join(' ');
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const lefts = leftsOf(columns);
  return (
    <div
      ref={scroller}
      className="grid"
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={rows.length > 0 ? `${gridId}${active.row}-${active.column}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: Math.max(virtualizer.getTotalSize(), HEAD_PX), width, minWidth: '100%', position: 'relative' }}>
        <div className="grid-head" role="row" style={{ gridTemplateColumns: template, width, minWidth: '100%' }}>
          {columns.map((column, i) => (
            <HeadCell
              key={column.id}
              column={column}
              left={lefts[i]}
              onWidth={(px) => setWidths((before) => ({ ...before, [column.id]: Math.max(COLUMN_PX_MIN, px) }))}
            />
          ))}
        </div>
        {virtualizer.getVirtualItems().map((virtual) => {
          const row = rows[virtual.index] as Row;
          return (
            <div
              key={virtual.key}
              className={`grid-row ${props.rowClass?.(row, virtual.index) ?? ''} ${reveal?.row === virtual.index ? 'revealed' : ''}`}
              role="row"
              aria-rowindex={virtual.index + 2}
              aria-selected={virtual.index === selectedRow}
              style={{ gridTemplateColumns: template, width, minWidth: '100%', transform: `translateY(${virtual.start}px)`, top: 0 }}
              onClick={() => {
                setActive((before) => ({ ...before, row: virtual.index }));
                onSelect?.(row, virtual.index);
              }}
              onDoubleClick={() => onOpen?.(row, virtual.index)}
            >
              {columns.map((column, i) => (
                <div
                  key={column.id}
                  role="gridcell"
                  id={`${gridId}${virtual.index}-${i}`}
                  className={cellClass(column, virtual.index === active.row && i === active.column)}
                  style={column.pinned ? { left: lefts[i] } : undefined}
                  title={column.hint?.(row, virtual.index)}
                  onMouseDown={(event) => {
                    setActive({ row: virtual.index, column: i });
                    if (event.detail > 1) {
                      // A double click opens; it shall not mark text as well.
                      event.preventDefault();
                    }
                  }}
                >
                  {column.cell(row, virtual.index)}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      {rows.length === 0 && <div className="grid-empty">{props.empty}</div>}
    </div>
  );
}

function cellClass<Row>(column: GridColumn<Row>, isActive: boolean): string {
  return [column.align, column.pinned && 'pinned', column.className, isActive && 'active'].filter(Boolean).join(' ');
}

function leftsOf(columns: readonly { width: number }[]): number[] {
  let left = 0;
  return columns.map((column) => {
    const here = left;
    left += column.width;
    return here;
  });
}

interface HeadCellProps<Row> {
  column: GridColumn<Row>;
  left: number | undefined;
  onWidth: (px: number) => void;
}

function HeadCell<Row>({ column, left, onWidth }: HeadCellProps<Row>) {
  const drag = useCallback(
    (event: PointerEvent<HTMLElement>) => {
      const handle = event.currentTarget;
      const from = event.clientX - column.width;
      handle.setPointerCapture(event.pointerId);
      const follow = (moved: globalThis.PointerEvent) => onWidth(moved.clientX - from);
      handle.addEventListener('pointermove', follow);
      handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', follow), { once: true });
      event.preventDefault();
    },
    [column.width, onWidth],
  );
  return (
    <div
      role="columnheader"
      className={cellClass(column, false)}
      style={column.pinned ? { left } : undefined}
      title={column.title}
    >
      <span>{column.title}</span>
      {column.note && <small>{column.note}</small>}
      <span className="grid-resize" onPointerDown={drag} aria-hidden="true" />
    </div>
  );
}
