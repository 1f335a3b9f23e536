import { Link, Outlet, useLocation } from '@remix-run/react';
import { SETTINGS_PLACES } from '../shell/places.ts';

const ALL_SETTINGS = [{ label: '‹ Settings', to: '/settings' }];

/** The index above Settings where the menu is not beside them, and the way back to it. */
export default function Places() {
  const isSettings = useLocation().pathname === '/settings';
  return (
    <>
      <nav aria-label="Settings" className="no-print lg:hidden">
        <ul className="grid grid-cols-2">
          {(isSettings ? SETTINGS_PLACES : ALL_SETTINGS).map(({ label, to }) => (
            <li key={to}>
              <Link to={to} discover="none" className="period-link">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  );
}
