import { Outlet, useLoaderData } from '@remix-run/react';
import { formatBritishDay, dayOf, formatBritishMoment } from '../../lib/calendar.ts';
import { pageTitle } from '../../lib/product.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Heads } from '../../ui/heads.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { show } from '../press.server.ts';
import { SCOPE_SAYS } from './scopes.ts';
import { listTokens } from './tokens.server.ts';

const TITLE = 'Tokens';
export const meta = pageTitle(TITLE);

export const loader = show(({ context, user }) => {
  const { timeZone } = context.config;
  const now = context.clock();
  return {
    tokens: listTokens(context, user.id).map((token) => {
      const { id, name, scopes, expiresAt, lastUsedAt, writesBackDays } = token;
      const until = expiresAt && formatBritishDay(dayOf(expiresAt, timeZone));
      return {
        ...{ id, name },
        may: scopes.map((scope) => SCOPE_SAYS[scope].label).join(', '),
        lastUsed: lastUsedAt && formatBritishMoment(lastUsedAt, timeZone),
        expires: until && expiresAt <= now ? `Expired ${until}` : until,
        writesBack: writesBackDays === null ? 'Any day' : `${writesBackDays} days`,
      };
    }),
  };
});

type Row = Awaited<ReturnType<typeof loader>>['tokens'][number];

export default function Tokens() {
  const { tokens } = useLoaderData<typeof loader>();
  return (
    <>
      <Outlet />
      <div className="behind-dialog parts">
        <PageHeader title={TITLE}>
          <ButtonLink to="/settings/webhooks" variant="secondary">
            Webhooks
          </ButtonLink>
          <ButtonLink to="/settings/calendar" variant="secondary">
            Calendar
          </ButtonLink>
          <ButtonLink to="/settings/tokens/new" preventScrollReset>
            Make Token
          </ButtonLink>
        </PageHeader>
        <p className="text-sm text-muted">
          A program sends its token with each call of the API, and acts in your name.{' '}
          <a className="link" href="/api/openapi.json">
            What the API takes
          </a>
        </p>
        <div className="card">
          {tokens.length === 0 ? (
            <EmptyState title="No tokens yet">
              Make one for each program, so that you can end it alone.
            </EmptyState>
          ) : (
            <table className="data-table">
              <caption className="sr-only">Your tokens, the newest first</caption>
              <Heads names={['Name', 'May', 'Last used', 'Expires', 'Writes back', 'Actions']} />
              <tbody>
                {tokens.map((token) => (
                  <TokenRow key={token.id} token={token} />
                ))}
              </tbody>
            </table>
          )}
        </div>
      </div>
    </>
  );
}

function TokenRow({ token }: { token: Row }) {
  const { id, name, may, lastUsed, expires, writesBack } = token;
  return (
    <tr>
      <td className="leading name font-medium wrap-anywhere">{name}</td>
      <td data-label="May">{may}</td>
      <td data-label="Last used">{lastUsed ?? 'Never'}</td>
      <td data-label="Expires">{expires ?? 'Never'}</td>
      <td data-label="Writes back">{writesBack}</td>
      <td className="actions">
        <ButtonLink
          to={`/settings/tokens/${id}/end`}
          variant="quiet-danger"
          preventScrollReset
          aria-label={`End ${name}`}
        >
          End
        </ButtonLink>
      </td>
    </tr>
  );
}
