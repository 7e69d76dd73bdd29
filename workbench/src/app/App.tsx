/** The shell: navigation on the left, the screen of the address on the right. */
import { Component, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Failure, Loading } from '../ui/State.tsx';
import { link, navigate, useRoute, type Route } from './router.ts';
import { screens, type Screen } from './screens.ts';
import { onKey, useActiveShortcuts, useShortcuts } from './shortcuts.ts';
import { stagedCount } from './staged.ts';
import { useStore } from './store.ts';
import { chooseTheme, useTheme, type Theme } from './theme.ts';
import { Toasts } from './toasts.tsx';


export function App() {
  const route = useRoute();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const screen = screens.find((one) => one.id === route.screen);
  useEffect(() => {
    const table = route.params.get('table');
    document.title = [screen?.title, table, 'Stator'].filter(Boolean).join(' · ');
  }, [screen, route]);
  useShortcuts([
    ...screens.map((one) => ({ keys: `g ${one.shortcut}`, title: `Go to ${one.title}`, run: () => go(one, route) })),
    { keys: '?', title: 'Show the keyboard shortcuts', run: () => setHelpOpen(true) },
  ]);
  return (
    <div className="shell">
      <a className="skip" href="#main" onClick={(event) => focusMain(event)}>
        Skip to the content
      </a>
      <Navigation route={route} onHelp={() => setHelpOpen(true)} />
      <main id="main" tabIndex={-1}>
        <Boundary key={route.screen}>
          {screen ? <Opened screen={screen} /> : NO_SCREEN}
        </Boundary>
      </main>
      <Toasts />
      {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

const NO_SCREEN = <Failure title="There is no such screen" message="The address names a screen that this workbench does not have. Choose one on the left." />;

const loaded = new Map<string, ComponentType>();

/** A screen, as soon as its code is there. React's lazy would do the same, and hold back what is there for a third of a second. */
function Opened({ screen }: { screen: Screen }) {
  const [Shown, setShown] = useState(() => loaded.get(screen.id));
  const [error, setError] = useState<Error>();
  useEffect(() => {
    let isWanted = !loaded.has(screen.id);
    if (isWanted) {
      screen.load().then(
        ({ default: component }) => {
          loaded.set(screen.id, component);
          if (isWanted) {
            setShown(() => component);
          }
        },
        (failure: Error) => isWanted && setError(failure),
      );
    }
    return () => {
      isWanted = false;
    };
  }, [screen]);
  if (error) {
    // Most often the server has newer pages than this one, and no more the code that this one names.
    return <Failure title="This screen did not load" message={`${error.message} Is the server still running? Reload the page.`} onRetry={() => window.location.reload()} />;
  }
  return Shown ? <Shown /> : <Loading>Opening…</Loading>;
}

function focusMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** The table one looks at stays the same from screen to screen. */
function go(screen: Screen, route: Route): void {
  navigate(screen.id, carried(route));
}

function carried(route: Route): { table: string | null; index: string | null } {
  return { table: route.params.get('table'), index: route.params.get('index') };
}

function Navigation({ route, onHelp }: { route: Route; onHelp: () => void }) {
  const staged = useStore(stagedCount);
  return (
    <nav className="navigation" aria-label="Screens">
      <a className="brand" href="#/tables">
        <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
          <circle cx="16" cy="16" r="15" fill="var(--accent)" />
          <circle cx="16" cy="16" r="5" fill="none" stroke="var(--on-accent)" strokeWidth="2.5" />
          <path d="M16 3.5v5M16 23.5v5M3.5 16h5M23.5 16h5" stroke="var(--on-accent)" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
        <span>Stator</span>
      </a>
      <ul>
        {screens.map((screen) => (
          <li key={screen.id}>
            <a
              href={link(screen.id, carried(route))}
              aria-current={screen.id === route.screen ? 'page' : undefined}
              title={`${screen.title} (g ${screen.shortcut})`}
            >
              <Icon path={screen.icon} />
              <span>{screen.title}</span>
              {screen.id === 'edit' && staged > 0 && <span className="nav-count">{staged}</span>}
            </a>
          </li>
        ))}
      </ul>
      <div className="navigation-foot">
        <ThemeChoice />
        <button type="button" className="quiet" onClick={onHelp}>
          Shortcuts <kbd>?</kbd>
        </button>
      </div>
    </nav>
  );
}

function ThemeChoice() {
  const theme = useTheme();
  return (
    <label className="theme-choice">
      <span className="hidden">Theme</span>
      <select value={theme} onChange={(event) => chooseTheme(event.target.value as Theme)}>
        <option value="system">System theme</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}

function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const shortcuts = useActiveShortcuts();
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcut-list">
        {shortcuts.map((shortcut) => (
          <div key={shortcut.keys}>
            <dt>
              {shortcut.keys.split(' ').map((key) => (
                <kbd key={key}>{key.replace('mod+', 'Ctrl/⌘ ')}</kbd>
              ))}
            </dt>
            <dd>{shortcut.title}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">In a grid: arrow keys move, Page Up and Page Down leap, Enter opens the item, Ctrl/⌘ C copies the cell.</p>
    </Dialog>
  );
}

/** Keeps a screen that broke from taking the others with it. */
class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error ? (
      <Failure title="This screen failed" message={error.message} onRetry={() => this.setState({ error: undefined as never })} />
    ) : (
      this.props.children
    );
  }
}
