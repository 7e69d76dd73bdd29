/** The tree itself: folders open level by level, as they are asked for. */
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Source } from '../../dynamo/schema.ts';
import { units } from '../../item/display.ts';
import type { Item } from '../../item/value.ts';
import type { BrowseQuery } from '../../query/query.ts';
import { ErrorNote } from '../../ui/State.tsx';
import { rangeReader, sortKeyOf } from './collection.ts';
import { ancestors, listLevel, type Level } from './levels.ts';

export interface FoldersProps {
  source: Source;
  query: BrowseQuery;
  delimiter: string;
  /** The folder that is chosen; the empty text is the whole collection. */
  path: string;
  onPath: (path: string) => void;
  onOpen: (item: Item) => void;
}

const ENTRIES_AT_ONCE = 200;

export function Folders({ source, query, delimiter, path, onPath, onOpen }: FoldersProps) {
  const [levels, setLevels] = useState<ReadonlyMap<string, Level<Item>>>(new Map());
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(['', ...ancestors(path, delimiter)]));
  const [error, setError] = useState<unknown>();
  const controller = useRef<AbortController>(undefined);
  const tree = useRef<HTMLUListElement>(null);
  const load = useCallback(
    async (prefix: string, before?: Level<Item>) => {
      const { signal } = (controller.current ??= new AbortController());
      try {
        const level = await listLevel(rangeReader(source, query, signal), (item) => sortKeyOf(source, item), prefix, delimiter, { from: before?.next, most: ENTRIES_AT_ONCE });
        setLevels((all) => new Map(all).set(prefix, before ? joined(before, level) : level));
        // A path that begins with the delimiter has a first level of one folder without a name.
        if (prefix === '' && level.entries.length === 1 && level.entries[0]?.kind === 'folder') {
          const only = level.entries[0].prefix;
          setOpen((all) => new Set(all).add(only));
        }
      } catch (failure) {
        if (!signal.aborted) {
          setError(failure);
        }
      }
    },
    [source, query, delimiter],
  );
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const known = asked.current;
    return () => {
      controller.current?.abort();
      controller.current = undefined;
      known.clear();
    };
  }, []);
  useEffect(() => {
    for (const prefix of open) {
      if (!asked.current.has(prefix)) {
        asked.current.add(prefix);
        void load(prefix);
      }
    }
  }, [open, load]);
  const toggle = (prefix: string) => setOpen((all) => (all.has(prefix) ? new Set([...all].filter((one) => one !== prefix)) : new Set(all).add(prefix)));
  const onKeyDown = (event: KeyboardEvent) => {
    const rows = [...(tree.current?.querySelectorAll<HTMLElement>('[role=treeitem] > .tree-row') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const row = rows[at];
    const prefix = row?.dataset.prefix;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    } else if (prefix !== undefined && ((event.key === 'ArrowRight' && !open.has(prefix)) || (event.key === 'ArrowLeft' && open.has(prefix)))) {
      event.preventDefault();
      toggle(prefix);
    } else if (event.key === 'ArrowLeft') {
      row?.parentElement?.parentElement?.closest('[role=treeitem]')?.querySelector<HTMLElement>('.tree-row')?.focus();
    }
  };
  return (
    <section className="panel folders" aria-label="Folders">
      {error !== undefined && <ErrorNote error={error} />}
      <ul role="tree" aria-label="Sort keys" ref={tree} onKeyDown={onKeyDown}>
        <FolderRow name={`All of ${source.partitionKeys.map((key) => query.key.find((one) => one.attribute === key.name)?.values[0]).join(', ')}`} prefix="" depth={0} {...{ levels, open, path, toggle, onPath, onOpen, load }} />
      </ul>
    </section>
  );
}

function joined(before: Level<Item>, more: Level<Item>): Level<Item> {
  const known = new Set(before.entries.map((entry) => (entry.kind === 'folder' ? entry.prefix : entry.key)));
  return {
    ...more,
    entries: [...before.entries, ...more.entries.filter((entry) => !known.has(entry.kind === 'folder' ? entry.prefix : entry.key))],
    requests: before.requests + more.requests,
    units: before.units + more.units,
  };
}

interface FolderRowProps {
  name: string;
  prefix: string;
  depth: number;
  levels: ReadonlyMap<string, Level<Item>>;
  open: ReadonlySet<string>;
  path: string;
  toggle: (prefix: string) => void;
  onPath: (path: string) => void;
  onOpen: (item: Item) => void;
  load: (prefix: string, before: Level<Item>) => Promise<void>;
}

function FolderRow(props: FolderRowProps) {
  const { name, prefix, depth, levels, open, path, toggle, onPath, onOpen, load } = props;
  const isOpen = open.has(prefix);
  const level = levels.get(prefix);
  return (
    <li role="treeitem" aria-expanded={isOpen} aria-selected={path === prefix} aria-label={name}>
      <button
        type="button"
        className="tree-row folder"
        data-prefix={prefix}
        style={{ paddingLeft: 6 + depth * 16 }}
        onClick={() => {
          onPath(prefix);
          if (!isOpen) {
            toggle(prefix);
          }
        }}
      >
        <span
          className="tree-toggle"
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            toggle(prefix);
          }}
        >
          {isOpen ? '▾' : '▸'}
        </span>
        <span className="tree-name">{name}</span>
        {isOpen && level && (
          <small title="What listing this level cost">
            {level.requests} request{level.requests === 1 ? '' : 's'}, {units(level.units)} units
          </small>
        )}
      </button>
      {isOpen && (
        <ul role="group">
          {level?.entries.map((entry) =>
            entry.kind === 'folder' ? (
              <FolderRow key={entry.prefix} {...props} name={entry.name} prefix={entry.prefix} depth={depth + 1} />
            ) : (
              <li key={`=${entry.key}`} role="treeitem" aria-label={entry.name || 'the folder’s own item'}>
                <button type="button" className="tree-row leaf" style={{ paddingLeft: 24 + (depth + 1) * 16 }} onClick={() => onOpen(entry.row)}>
                  <span className="tree-name">{entry.name || <i className="muted">the folder’s own item</i>}</span>
                </button>
              </li>
            ),
          )}
          {!level && (
            <li className="tree-note" style={{ paddingLeft: 24 + (depth + 1) * 16 }}>
              reading…
            </li>
          )}
          {level?.next !== undefined && (
            <li className="tree-note" style={{ paddingLeft: 20 + (depth + 1) * 16 }}>
              <button type="button" onClick={() => void load(prefix, level)}>
                Show more
              </button>
            </li>
          )}
          {level?.entries.length === 0 && (
            <li className="tree-note" style={{ paddingLeft: 24 + (depth + 1) * 16 }}>
              Nothing here. Check the partition key.
            </li>
          )}
        </ul>
      )}
    </li>
  );
}
