/** Chooses the table and, within it, the table itself or one of its indexes. */
import { indexesOf } from '../dynamo/schema.ts';
import type { TableDescription } from '../dynamo/types.ts';

export interface SourceChoiceProps {
  tables: readonly TableDescription[];
  table: TableDescription;
  index: string | undefined;
  onChange: (next: { table: string; index?: string }) => void;
  /** Without it the index cannot be chosen. */
  hasIndex?: boolean;
}

export function SourceChoice({ tables, table, index, onChange, hasIndex = true }: SourceChoiceProps) {
  return (
    <div className="row">
      <select aria-label="Table" value={table.TableName} onChange={(event) => onChange({ table: event.target.value })}>
        {tables.map((one) => (
          <option key={one.TableName}>{one.TableName}</option>
        ))}
      </select>
      {hasIndex && (
        <select
          aria-label="Index"
          value={index ?? ''}
          onChange={(event) => onChange({ table: table.TableName, index: event.target.value })}
        >
          <option value="">Table itself</option>
          {indexesOf(table).map((one) => (
            <option key={one.IndexName} value={one.IndexName}>
              {one.IndexName} ({table.LocalSecondaryIndexes?.includes(one) ? 'local' : 'global'})
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
