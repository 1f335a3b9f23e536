import { Outlet, useLoaderData } from '@remix-run/react';
import { getSignedIn } from '../auth/guard.server.ts';
import { show } from '../auth/press.server.ts';
import { offersPasskeys } from '../auth/passkeys/offered.ts';
import { listOwnPasskeys } from '../auth/passkeys/own-passkeys.server.ts';
import { PasskeysCard } from '../auth/passkeys/passkeys-card.tsx';
import { listOwnSessions } from '../auth/sessions/own-sessions.server.ts';
import { SessionsCard } from '../auth/sessions/sessions-card.tsx';
import { chosenTheme, type Theme } from '../http/device-choices.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { pageTitle } from '../lib/product.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { describeTarget, TargetCard } from '../work-logs/week/target-card.tsx';
import { readTarget } from '../work-logs/week/week.server.ts';
import { readCard } from './cards.server.ts';
import { DeviceCard } from './device-card.tsx';
import { OneCard } from './small-cards.tsx';

const SESSIONS = 'Where You Are Signed In';
const PASSKEYS = 'Passkeys';

export const meta = pageTitle('Account');

export const loader = show(({ request, context, user }) => {
  const theme: Theme | 'system' = chosenTheme(context.cookies) ?? 'system';
  return {
    isLite: context.isLite,
    theme,
    oneTimeKey: newOneTimeKey(),
    target: describeTarget(readTarget(context)),
    hasPasskeys: offersPasskeys(context.config),
    passkeys: readCard(context, PASSKEYS, () => listOwnPasskeys(context, user.id)),
    sessions: readCard(context, SESSIONS, () => {
      const signedIn = getSignedIn(request, context);
      return signedIn === null ? { sessions: [], others: 0 } : listOwnSessions(context, signedIn);
    }),
  };
});

/** What is a person's own: this device, the week's target, passkeys, and where they are signed in. */
export default function Account() {
  const { isLite, theme, oneTimeKey, target, hasPasskeys, passkeys, sessions } =
    useLoaderData<typeof loader>();
  return (
    <>
      <Outlet />
      <div className="behind-dialog parts">
        <PageHeader title="Account" />
        <DeviceCard theme={theme} isLite={isLite} />
        <TargetCard target={target} />
        {hasPasskeys ? (
          <OneCard title={PASSKEYS} card={passkeys}>
            {(data) => <PasskeysCard passkeys={data} />}
          </OneCard>
        ) : null}
        <OneCard title={SESSIONS} card={sessions}>
          {(data) => <SessionsCard {...data} oneTimeKey={oneTimeKey} />}
        </OneCard>
      </div>
    </>
  );
}
