/** The screens, in the order of the navigation. To add one, add its line; it is loaded when it is first opened. */
import type { ComponentType } from 'react';

export interface Screen {
  /** In the address: #/id. */
  id: string;
  title: string;
  /** Opens the screen after the key `g`. */
  shortcut: string;
  /** The strokes of a 16 by 16 drawing. */
  icon: string;
  load: () => Promise<{ default: ComponentType }>;
}

export const screens: readonly Screen[] = [
  { id: 'tables', title: 'Tables', shortcut: 't', icon: 'M2 3h12v10H2zM2 6.5h12M6.5 6.5V13', load: () => import('../screens/tables/Tables.tsx') },
  { id: 'browse', title: 'Browse', shortcut: 'b', icon: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5 14 14', load: () => import('../screens/browse/Browse.tsx') },
  { id: 'sides', title: 'Side by side', shortcut: 's', icon: 'M2 3h5v10H2zM9 3h5v10H9z', load: () => import('../screens/sides/Sides.tsx') },
  { id: 'tree', title: 'Tree', shortcut: 'f', icon: 'M3 2.5v10h4M3 6.5h4M9 5h5v3H9zM9 11h5v3H9z', load: () => import('../screens/tree/Tree.tsx') },
  { id: 'edit', title: 'Staged changes', shortcut: 'e', icon: 'M3 13h10M4 10.5 11 3.5l1.5 1.5-7 7H4z', load: () => import('../screens/edit/Edit.tsx') },
  { id: 'builder', title: 'Expressions', shortcut: 'x', icon: 'M6 2.5H4.5v4L2.5 8l2 1.5v4H6M10 2.5h1.5v4l2 1.5-2 1.5v4H10', load: () => import('../screens/builder/Builder.tsx') },
];
