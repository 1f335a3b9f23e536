import { Link, Outlet, useLocation } from '@remix-run/react';
import { SETTINGS_PLACES } from '../shell/places.ts';

/** The index above Settings and its pages, where the menu is not beside them. */
export default function Places() {
  const { pathname } = useLocation();
  return (
    <>
      <nav aria-label="Settings" className="no-print lg:hidden">
        <ul className="grid grid-cols-2">
          {SETTINGS_PLACES.map(({ label, to, alsoAt = [] }) => (
            <li key={to}>
              <Link
                to={to}
                discover="none"
                aria-current={
                  [to, ...alsoAt].some((path) => `${pathname}/`.startsWith(`${path}/`))
                    ? 'page'
                    : undefined
                }
                className="period-link"
              >
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
