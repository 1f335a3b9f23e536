import { Outlet, useLocation } from '@remix-run/react';
import { PlaceLinks } from './small-cards.tsx';

const ALL_SETTINGS = [{ label: '‹ Settings', to: '/settings' }];

/** The way back to Settings where the menu is not beside its pages. */
export default function Places() {
  return (
    <>
      {useLocation().pathname === '/settings' ? null : <PlaceLinks places={ALL_SETTINGS} />}
      <Outlet />
    </>
  );
}
