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
  { id: 'partiql', title: 'PartiQL', shortcut: 'p', icon: 'M2 3.5h12v9H2zM4.5 6.5l2 1.75-2 1.75M8 10.5h3.5', load: () => import('../screens/partiql/PartiQl.tsx') },
  { id: 'pricing', title: 'Pricing', shortcut: 'm', icon: 'M8 2v12M11 4.5C10.4 3.6 9.3 3.2 8 3.2c-1.700 0-3 .8-3 2.200 0 3.200 6.200 1.600 6.200 5 0 1.500-1.400 2.400-3.200 2.400-1.500 0-2.700-.5-3.300-1.600', load: () => import('../screens/pricing/Pricing.tsx') },
];
