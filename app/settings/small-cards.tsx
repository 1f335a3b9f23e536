import { Avatar } from '../users/avatar.tsx';
import { displayName, type UserView } from '../users/users.ts';
import { Badge } from '../ui/badge.tsx';
import { PlainButtonLink, Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '@remix-run/react';
import { FormToken } from '../ui/form.tsx';
import { Alert } from '../ui/alert.tsx';
import type { ReactNode } from 'react';

/** Who is signed in, the way out, and how this device gets its pages. */
export function UserProfileCard({ user, isLite }: { user: UserView; isLite: boolean }) {
  const name = displayName(user);
  return (
    <Card
      title="User Profile"
      actions={
        <PlainButtonLink href="/api/logout" variant="secondary">
          Sign Out
        </PlainButtonLink>
      }
    >
      <div className="flex items-center gap-4">
        <Avatar name={name} image={user.profileImageUrl} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {name}
            <Badge tone="accent">Administrator</Badge>
          </p>
          <p className="text-sm wrap-anywhere text-muted">{user.email || 'No email provided'}</p>
        </div>
      </div>
      <LiteSwitch isOn={isLite} />
    </Card>
  );
}

/**
 * The switch for pages without scripts on this device. It reloads the page, with scripts or
 * without.
 */
function LiteSwitch({ isOn }: { isOn: boolean }) {
  return (
    <Form
      method="post"
      action="/settings/lite"
      reloadDocument
      className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 text-sm"
    >
      <FormToken />
      <input type="hidden" name="lite" value={isOn ? 'off' : 'on'} />
      <div>
        <p className="font-medium">Lite pages</p>
        <p className="text-muted">
          {isOn
            ? 'This device gets pages without scripts. Everything works; nothing else is loaded.'
            : 'Pages without scripts, for a slow line or an old phone. Everything works; for this device alone.'}
        </p>
      </div>
      <Button variant="secondary">{isOn ? 'Turn Lite off' : 'Turn Lite on'}</Button>
    </Form>
  );
}

/** The rates that new clients start with. */
export function DefaultRatesCard() {
  return (
    <Card title="Default Rates" subtitle="Applied to new clients by default">
      <dl className="grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">Standard Rate</dt>
          <dd>
            <span className="font-medium tabular-nums">£60/hr</span>
            <span className="text-sm text-muted"> · regular development work</span>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Premium Rate</dt>
          <dd>
            <span className="font-medium tabular-nums">£90/hr</span>
            <span className="text-sm text-muted"> · consultancy and architecture</span>
          </dd>
        </div>
      </dl>
      <p className="mt-4 text-sm text-muted">Rates for each client can be changed in Clients.</p>
    </Card>
  );
}

/** Says that the server runs with another key than the stored secrets, and what can be done. */
export function KeyCard({ sealed }: { sealed: string[] }) {
  return (
    <Card title="Another key">
      <div className="grid gap-3">
        <Alert variant="destructive" title="The server runs with another key">
          {`${sealed.join(' and ')} ${sealed.length === 1 ? 'is' : 'are'} sealed with another key than the server has now, so what needs ${sealed.length === 1 ? 'it' : 'them'} does not work. Nothing is lost: whoever runs the server should restore the first key (APP_SECRET, or the file app-secret in the data folder) and start it again; then all of it works again.`}
        </Alert>
        <p className="text-sm">
          If the first key is lost for good, begin with the new one, and then connect again.
        </p>
        <div>
          <ButtonLink to="/settings/key/begin" variant="secondary" preventScrollReset>
            Begin with the New Key
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}

/** A card, or a message in its place when its data could not be read. */
export function OneCard<Data>({
  title,
  card,
  children,
}: {
  title: string;
  card: { data: Data } | null;
  children: (data: Data) => ReactNode;
}) {
  if (card) return children(card.data);
  return (
    <Card title={title}>
      <Alert variant="destructive" title="This card could not be loaded">
        Nothing is lost, and the other cards work. Reload the page to try again.
      </Alert>
    </Card>
  );
}
