import { Link, useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Avatar } from '../users/avatar.tsx';
import { PRODUCT_NAME } from '../lib/product.ts';
import { useIsHydrated } from '../ui/scripts/hydration.ts';
import type { FrameTimer } from '../work-logs/timer/timer-screen.server.ts';
import { TimerInFrame } from '../work-logs/timer/timer-in-frame.tsx';
import { shortcutsAddress } from '../ui/scripts/shortcuts.ts';

/** `icon` is a class of the style sheet, so that no page carries the shapes. */
type Entry = { label: string; to: string; icon: string; alsoAt?: string };

const ENTRIES: Entry[] = [
  { label: 'Dashboard', to: '/dashboard', icon: 'icon-dashboard' },
  { label: 'Week', to: '/week', icon: 'icon-week' },
  { label: 'Work Logs', to: '/work-logs', icon: 'icon-work-logs', alsoAt: '/' },
  { label: 'Todoist Import', to: '/pending-work-logs', icon: 'icon-import' },
  { label: 'Archived', to: '/archived-work-logs', icon: 'icon-archive' },
  { label: 'Invoices', to: '/invoices', icon: 'icon-invoices' },
  { label: 'Reports', to: '/reports', icon: 'icon-reports' },
  { label: 'Clients', to: '/clients', icon: 'icon-clients' },
  { label: 'Settings', to: '/settings', icon: 'icon-settings' },
];

type PersonInFrame = { name: string; image?: string | undefined };

const NAVIGATION_ID = 'navigation';

/** A sidebar on wide screens; on others a popover, which the browser itself opens and closes, without a script. */
export function Navigation({ person, timer }: { person: PersonInFrame; timer: FrameTimer | null }) {
  const ref = useRef<HTMLElement>(null);
  // The key changes with every navigation, even to the same screen.
  const { pathname, key } = useLocation();
  const closedFor = useRef(key);
  useEffect(() => {
    // Not as scripts take the page over: somebody may have opened the menu before.
    if (closedFor.current === key) return;
    closedFor.current = key;
    const navigation = ref.current;
    if (navigation?.matches(':popover-open')) navigation.hidePopover();
  }, [key]);

  return (
    <>
      <header className="frame-header no-print">
        <button type="button" {...{ popovertarget: NAVIGATION_ID }} className="menu-button">
          <span className="icon icon-menu size-5" />
          <span className="sr-only">Menu</span>
        </button>
        {/* For browsers without popovers. */}
        <a href={`#${NAVIGATION_ID}`} className="menu-link">
          <span className="icon icon-menu size-5" />
          <span className="sr-only">Go to the menu</span>
        </a>
        <Link discover="none" to="/">
          {PRODUCT_NAME}
        </Link>
      </header>
      {timer ? <TimerInFrame timer={timer} /> : null}
      <nav
        ref={ref}
        id={NAVIGATION_ID}
        aria-label="Main"
        className="navigation"
        {...{ popover: 'auto' }}
      >
        <p>{PRODUCT_NAME}</p>
        <ul>
          {ENTRIES.map((entry) => (
            <li key={entry.to}>
              <NavigationLink entry={entry} pathname={pathname} />
            </li>
          ))}
        </ul>
        <div className="mt-auto">
          <ShortcutsLink />
          <PersonLink {...person} />
        </div>
      </nav>
    </>
  );
}

function NavigationLink({ entry, pathname }: { entry: Entry; pathname: string }) {
  const { label, to, icon, alsoAt } = entry;
  const isCurrent = pathname === alsoAt || pathname === to || pathname.startsWith(`${to}/`);
  return (
    <Link
      discover="none"
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className="navigation-link"
    >
      <span className={`icon ${icon}`} />
      {label}
    </Link>
  );
}

/** Shown where shortcuts work: on wide screens, which mostly have a keyboard, and with scripts. */
function ShortcutsLink() {
  const location = useLocation();
  const isHydrated = useIsHydrated();
  // Keeps the link's place free, so that nothing moves when it appears.
  if (!isHydrated) return <div className="shortcuts-link" />;
  return (
    <Link
      discover="none"
      to={shortcutsAddress(location)}
      preventScrollReset
      className="shortcuts-link"
    >
      <span className="icon icon-keyboard" />
      Keyboard shortcuts
    </Link>
  );
}

function PersonLink({ name, image }: PersonInFrame) {
  return (
    <Link discover="none" to="/settings" className="navigation-person">
      <Avatar name={name} image={image} />
      <span className="person">
        <b>{name}</b> <small>Administrator</small>
      </span>
      <span className="sr-only">Open settings</span>
    </Link>
  );
}
