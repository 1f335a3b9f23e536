import { Avatar } from '../users/avatar.tsx';
import { displayName, type UserView } from '../users/users.ts';
import { Badge } from '../ui/badge.tsx';
import { PlainButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LiteSwitch } from './lite-switch.tsx';

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
