import { Outlet, useRouteLoaderData } from '@remix-run/react';
import type { loader as rootLoader } from '../root.tsx';
import { OfflineNotice, WaitingCount, useOffline } from '../offline/frame-places.tsx';
import { useKeptFocus } from '../ui/scripts/kept-focus.ts';
import { Alert } from '../ui/alert.tsx';
import { useTooltipSkipDelay } from '../ui/tooltip/tip.tsx';
import { BottomBar, Navigation } from './navigation.tsx';
import { useSaveKey, useShortcuts } from '../ui/scripts/shortcuts.ts';

/** The frame of every signed-in screen. It does not check the sign-in: every loader and action does. */
export default function SignedInLayout() {
  const data = useRouteLoaderData<typeof rootLoader>('root');
  useTooltipSkipDelay();
  if (!data?.user) return <Outlet />;
  return (
    <div className="frame">
      <FrameScripts />
      <Navigation person={data.user} timer={data.timer} />
      <main id="main" tabIndex={-1}>
        <div className="screen">
          <OfflineNotice />
          {data.restored ? (
            <div className="no-print">
              <Alert>
                {data.restored}{' '}
                <a href="/reconciliation" className="link">
                  Compare with Xero
                </a>
              </Alert>
            </div>
          ) : null}
          <Outlet />
        </div>
        <WaitingCount />
      </main>
      <BottomBar />
    </div>
  );
}

/** A component of its own, so that the hooks run only when somebody is signed in. */
function FrameScripts() {
  useShortcuts();
  useSaveKey();
  useKeptFocus();
  useOffline();
  return null;
}
