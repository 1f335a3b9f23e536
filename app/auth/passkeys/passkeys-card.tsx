import { Link } from '@remix-run/react';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { OwnPasskey } from './own-passkeys.server.ts';

/** The card in Settings with a person's own passkeys. */
export function PasskeysCard({ passkeys }: { passkeys: OwnPasskey[] }) {
  return (
    <Card
      id="passkeys"
      title="Passkeys"
      subtitle="Sign in with a fingerprint, face or PIN instead of a link"
      actions={
        <ButtonLink to="/settings/passkeys/new" variant="secondary" preventScrollReset>
          Add Passkey
        </ButtonLink>
      }
    >
      {passkeys.length === 0 ? (
        <p className="text-muted">No passkeys yet. You can still sign in with a link.</p>
      ) : (
        <ul aria-label="Your passkeys" className="divide-y divide-line">
          {passkeys.map(({ id, name, added, lastUsed }) => (
            <li key={id} className="flex min-h-14 items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="font-medium wrap-anywhere">{name}</p>
                <p className="text-sm wrap-anywhere text-muted">
                  Added {added}
                  {lastUsed === null ? ', not used yet' : `, last used ${lastUsed}`}
                </p>
              </div>
              <Link
                to={`/settings/passkeys/${id}/remove`}
                preventScrollReset
                className="button button-quiet-danger -mr-2 shrink-0"
                aria-label={`Remove ${name}`}
              >
                Remove
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
