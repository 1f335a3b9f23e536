import { Form } from '@remix-run/react';
import type { OwnSession } from './own-sessions.server.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormToken } from '../../ui/form.tsx';
import { More } from '../../users/more.tsx';

/** The card in Settings that says where a person is signed in, with a way out of each. */
export function SessionsCard({
  sessions,
  others,
  oneTimeKey,
}: {
  sessions: OwnSession[];
  /** How many are not listed. */
  others: number;
  oneTimeKey: string;
}) {
  return (
    <Card
      id="sessions"
      title="Where You Are Signed In"
      subtitle="Sign out devices you don’t recognise"
      actions={
        <Form method="get" action="/settings/sessions/end" preventScrollReset>
          <Button variant="secondary">Sign out everywhere</Button>
        </Form>
      }
    >
      <ul aria-label="Where you are signed in" className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow key={session.name} session={session} oneTimeKey={oneTimeKey} />
        ))}
      </ul>
      <More count={others}>“Sign out everywhere” signs these out too.</More>
    </Card>
  );
}

function SessionRow({ session, oneTimeKey }: { session: OwnSession; oneTimeKey: string }) {
  const { name, device, address, lastSeen, since, isThis } = session;
  const more = (
    <span className="sr-only">
      {' '}
      {device}, last seen {lastSeen}
    </span>
  );
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {device} {isThis ? <Badge tone="accent">This device</Badge> : null}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          Last seen {lastSeen}
          {address === '' ? null : ` from ${address}`}; signed in {since}
        </p>
      </div>
      {isThis ? (
        // As the link of the profile does: the service worker asks first about what was not sent.
        <form method="get" action="/api/logout" className="-mr-2 shrink-0">
          <Button variant="quiet">Sign out{more}</Button>
        </form>
      ) : (
        <Form
          method="post"
          action={`/settings/sessions/${name}/end`}
          preventScrollReset
          className="-mr-2 shrink-0"
        >
          <FormToken />
          <input type="hidden" name="oneTimeKey" value={`${oneTimeKey} ${name}`} />
          <Button variant="quiet-danger">Sign out{more}</Button>
        </Form>
      )}
    </li>
  );
}
