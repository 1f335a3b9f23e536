import { Link, Outlet, useLoaderData } from '@remix-run/react';
import { show } from '../auth/press.server.ts';
import { pageTitle } from '../lib/product.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Heads } from '../ui/heads.tsx';
import { EmptyState, PageHeader } from '../ui/page-header.tsx';
import { loadWebhooks, type WebhookRow } from './webhooks-screen.server.ts';

export const meta = pageTitle('Webhooks');

export const loader = show(({ context }) => ({ webhooks: loadWebhooks(context) }));

export default function WebhooksPage() {
  const { webhooks } = useLoaderData<typeof loader>();
  return (
    <>
      <Outlet />
      <div className="behind-dialog parts">
        <PageHeader title="Webhooks">
          <ButtonLink to="/settings/webhooks/new" preventScrollReset>
            Add Webhook
          </ButtonLink>
        </PageHeader>
        <p className="text-sm text-muted">
          A webhook tells another program, or your phone, what happens here.
        </p>
        <div className="card">
          {webhooks.length === 0 ? (
            <EmptyState title="No webhooks yet">
              Add one for ntfy, Apprise or your own program.
            </EmptyState>
          ) : (
            <table className="data-table">
              <caption className="sr-only">Webhooks</caption>
              <Heads names={['Name', 'Sends to', 'Told of', 'State', 'Last sent']} />
              <tbody>
                {webhooks.map((webhook) => (
                  <Row key={webhook.id} webhook={webhook} />
                ))}
              </tbody>
            </table>
          )}
        </div>
      </div>
    </>
  );
}

function Row({
  webhook: { id, name, host, events, state, reason, last },
}: {
  webhook: WebhookRow;
}) {
  return (
    <tr>
      <td data-label="Name" className="leading name">
        <Link to={`/settings/webhooks/${id}`} className="link wrap-anywhere">
          {name}
        </Link>
      </td>
      <td data-label="Sends to" className="wrap-anywhere">
        {host}
      </td>
      <td data-label="Told of">{events}</td>
      <td data-label="State">
        <Badge tone={state.tone}>{state.label}</Badge>
        {reason === null ? null : <span className="block text-sm text-muted">{reason}</span>}
      </td>
      <td data-label="Last sent">{last}</td>
    </tr>
  );
}
