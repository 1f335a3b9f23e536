import { Link } from '@remix-run/react';
import { SETTINGS_PLACES } from '../shell/places.ts';
import { Avatar } from '../users/avatar.tsx';
import { displayName, type UserView } from '../users/users.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink, PlainButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Alert } from '../ui/alert.tsx';
import type { ReactNode } from 'react';

/** The index of Settings, or the way back to it, where the menu is not beside them. */
export function PlaceLinks({ places = SETTINGS_PLACES }) {
  return (
    <nav aria-label="Settings" className="no-print lg:hidden">
      <ul className="grid grid-cols-2">
        {places.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} discover="none" className="period-link">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Who is signed in, and the way out. */
export function UserProfileCard({ user }: { user: UserView }) {
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
      <div className="flex items-center gap-3">
        <Avatar name={name} image={user.profileImageUrl} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {name}
            <Badge tone="accent">Administrator</Badge>
          </p>
          <p className="text-sm wrap-anywhere text-muted">{user.email || 'No email provided'}</p>
        </div>
      </div>
    </Card>
  );
}

/** The rates that new clients start with, as the specification words them. */
export function DefaultRatesCard() {
  return (
    <Card title="Default Rates" subtitle="Applied to new clients by default">
      <dl className="flex flex-wrap gap-x-8">
        <Rate label="Standard Rate" use="regular development work">
          £60/hr
        </Rate>
        <Rate label="Premium Rate" use="consultancy and architecture">
          £90/hr
        </Rate>
      </dl>
      <p className="text-muted">Rates for each client can be changed in Clients.</p>
    </Card>
  );
}

function Rate({ label, use, children }: { label: string; use: string; children: string }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt>{label}</dt>
      <dd>
        <span className="font-medium tabular-nums">{children}</span>
        <span className="text-muted"> · {use}</span>
      </dd>
    </div>
  );
}

/** Says that the server runs with another key than the stored secrets, and what can be done. */
export function KeyCard({ sealed }: { sealed: string[] }) {
  return (
    <Card title="Another key">
      <div className="parts">
        <Alert variant="destructive" title="The server runs with another key">
          {`${sealed.join(' and ')} ${sealed.length === 1 ? 'is' : 'are'} encrypted with another key, so the server cannot use ${sealed.length === 1 ? 'it' : 'them'}. Whoever runs the server can restore the first key (APP_SECRET, or the file app-secret in the data folder) and start it again.`}
        </Alert>
        <p className="text-sm">
          If the first key is lost, begin with the new one, then connect again.
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
        The other cards work. Reload the page to try again.
      </Alert>
    </Card>
  );
}
