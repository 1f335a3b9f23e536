import { Link, useLocation } from '@remix-run/react';
import { Fragment, useEffect, useRef } from 'react';
import { Avatar } from '../users/avatar.tsx';
import { PRODUCT_NAME } from '../lib/product.ts';
import { useClosedPopover } from '../ui/scripts/closed-popover.ts';
import { useIsHydrated } from '../ui/scripts/hydration.ts';
import type { FrameTimer } from '../work-logs/timer/timer-screen.server.ts';
import { TimerInFrame } from '../work-logs/timer/timer-in-frame.tsx';
import { SETTINGS_PLACES, type Place } from './places.ts';
import { quickLogAddress, shortcutsAddress } from '../ui/scripts/shortcuts.ts';

/** `icon` is a class of the style sheet, so that no page carries the shapes. */
type Entry = Place & { icon: string; places?: Place[] };

const GROUPS: { label: string | null; entries: Entry[] }[] = [
  {
    label: 'Track',
    entries: [
      { label: 'Dashboard', to: '/dashboard', icon: 'icon-dashboard' },
      { label: 'Week', to: '/week', icon: 'icon-week' },
      {
        label: 'Work Logs',
        to: '/work-logs',
        icon: 'icon-work-logs',
        alsoAt: ['/', '/timer', '/waiting', '/descriptions'],
      },
    ],
  },
  {
    label: 'Review',
    entries: [
      { label: 'Todoist Import', to: '/pending-work-logs', icon: 'icon-import' },
      { label: 'Archived', to: '/archived-work-logs', icon: 'icon-archive' },
    ],
  },
  {
    label: 'Bill',
    entries: [
      {
        label: 'Invoices',
        to: '/invoices',
        icon: 'icon-invoices',
        places: [
          {
            label: 'Create invoices',
            to: '/work-logs/create-invoices',
            alsoAt: ['/work-logs/invoice-runs'],
          },
          { label: 'Forgotten work', to: '/forgotten' },
          { label: 'Compare with Xero', to: '/reconciliation' },
        ],
      },
      { label: 'Reports', to: '/reports', icon: 'icon-reports' },
      { label: 'Clients', to: '/clients', icon: 'icon-clients' },
    ],
  },
  {
    label: null,
    entries: [
      {
        label: 'Settings',
        to: '/settings',
        icon: 'icon-settings',
        places: SETTINGS_PLACES,
      },
    ],
  },
];

/** What the bar of a phone has at the left and at the right of the button for a quick log. */
const BAR = [
  ['/dashboard', '/week'],
  ['/work-logs', '/invoices'],
].map((paths) =>
  paths.flatMap((path) => GROUPS.flatMap(({ entries }) => entries.filter(({ to }) => to === path))),
);

/** How many characters of a path a place has: of several, the one with the most is the current one. */
function reach(pathname: string, { to, alsoAt = [] }: Place): number {
  // The dialogs of a card, as of /settings#xero, are below its name: /settings/xero/….
  const paths = [to.replace('#', '/'), ...alsoAt].filter(
    (path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)),
  );
  return Math.max(0, ...paths.map(({ length }) => length));
}

/** The path of the entry that a path belongs to, and of its place, if it is one. */
export function placeOf(pathname: string): { entry: string | null; place: string | null } {
  let found = { entry: null as string | null, place: null as string | null, reach: 0 };
  for (const { entries } of GROUPS) {
    for (const entry of entries) {
      const places = [entry, ...(entry.places ?? [])];
      for (const place of places) {
        const length = reach(pathname, place);
        if (length <= found.reach) continue;
        found = { entry: entry.to, place: place === entry ? null : place.to, reach: length };
      }
    }
  }
  return found;
}

type PersonInFrame = { name: string; image?: string | undefined };

const NAVIGATION_ID = 'navigation';

/** A sidebar on wide screens; on others a popover, which the browser itself opens and closes, without a script. */
export function Navigation({ person, timer }: { person: PersonInFrame; timer: FrameTimer | null }) {
  const ref = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useClosedPopover(ref);
  useEffect(() => {
    const menu = ref.current;
    // Below the screen it has no place of its own to scroll in.
    if (!menu || menu.scrollHeight <= menu.clientHeight) return;
    const lit = menu.querySelector<HTMLElement>('[aria-current="page"]');
    menu.scrollTop = lit ? lit.offsetTop - menu.clientHeight / 2 : 0;
  }, [pathname]);

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
        {GROUPS.map(({ label, entries }) => (
          <Fragment key={label}>
            {label === null ? null : <h2>{label}</h2>}
            <ul>
              {entries.map((entry) => (
                <NavigationItem key={entry.to} entry={entry} pathname={pathname} />
              ))}
            </ul>
          </Fragment>
        ))}
        <ShortcutsLink />
        <PersonLink {...person} />
      </nav>
    </>
  );
}

function NavigationItem({ entry, pathname }: { entry: Entry; pathname: string }) {
  const current = placeOf(pathname);
  const isOpen = current.entry === entry.to;
  return (
    <li>
      <Link
        discover="none"
        to={entry.to}
        aria-current={isOpen ? (current.place === null ? 'page' : 'true') : undefined}
        className="navigation-link"
      >
        <span className={`icon ${entry.icon}`} />
        {entry.label}
      </Link>
      {isOpen && entry.places ? (
        <ul>
          {entry.places.map(({ label, to }) => (
            <li key={to}>
              <Link
                discover="none"
                to={to}
                aria-current={current.place === to ? 'page' : undefined}
                className="navigation-link"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** The bar at the bottom of a phone: where one goes most, and in its middle the button for a quick log. */
export function BottomBar() {
  const location = useLocation();
  const current = placeOf(location.pathname).entry;
  const [left, right] = BAR.map((entries) =>
    entries.map(({ label, to, icon }) => (
      <Link
        key={to}
        discover="none"
        to={to}
        aria-current={current === to ? 'page' : undefined}
        className="bottom-link"
      >
        <span className={`icon ${icon} size-5`} />
        {label}
      </Link>
    )),
  );
  return (
    <nav aria-label="Places" className="bottom-bar no-print">
      {left}
      <Link
        to={quickLogAddress(location)}
        discover="none"
        preventScrollReset
        className="quick-log-button"
      >
        <span className="icon icon-plus size-6" />
        <span className="sr-only">Quick Work Log</span>
      </Link>
      {right}
    </nav>
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
      aria-current={location.pathname === '/shortcuts' ? 'page' : undefined}
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
