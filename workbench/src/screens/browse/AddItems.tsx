/** The two ways to bring items into a table: one by hand, or a file. */
import { useState } from 'react';
import type { TableDescription } from '../../dynamo/types.ts';
import { ItemEditor } from '../../edit/ItemEditor.tsx';
import { ImportDialog } from '../../transfer/ImportDialog.tsx';

export function AddItems({ table }: { table: TableDescription }) {
  const [opened, setOpened] = useState<'import' | 'new'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <button type="button" onClick={() => setOpened('import')}>
        Import…
      </button>
      <button type="button" onClick={() => setOpened('new')}>
        New item
      </button>
      {opened === 'import' && <ImportDialog table={table} onClose={close} />}
      {opened === 'new' && <ItemEditor table={table} onClose={close} />}
    </>
  );
}
