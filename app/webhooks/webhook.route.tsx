import { Form, Outlet, useLoaderData } from '@remix-run/react';
import { showOf } from '../auth/press.server.ts';
import { pageTitle } from '../lib/product.ts';
import { Alert } from '../ui/alert.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FormToken } from '../ui/form.tsx';
import { Heads } from '../ui/heads.tsx';
import { EmptyState, PageHeader } from '../ui/page-header.tsx';
import { loadWebhook, type WebhookPage } from './webhooks-screen.server.ts';

export const meta = pageTitle('Webhook');

export const loader = showOf('webhook', ({ context, id }) => loadWebhook(context, id));

export default function WebhookScreen() {
  const page = useLoaderData<typeof loader>();
  const { id, name, url, events, isActive, state, reason, key, deliveries } = page;
  const here = `/settings/webhooks/${id}`;
  return (
    <>
      <Outlet />
      <div className="behind-dialog parts">
        <PageHeader title={name}>
          <Press id={id} press="test">
            Send a test
          </Press>
          <Press id={id} press={isActive ? 'pause' : 'resume'}>
            {isActive ? 'Pause' : 'Resume'}
          </Press>
          <ButtonLink to={`${here}/edit`} variant="secondary" preventScrollReset>
            Edit
          </ButtonLink>
          <ButtonLink to="/settings/webhooks" variant="quiet">
            All webhooks
          </ButtonLink>
          <ButtonLink to={`${here}/delete`} variant="quiet-danger" preventScrollReset>
            Delete
          </ButtonLink>
        </PageHeader>
        {reason === null ? null : (
          <Alert variant="destructive" title="Nothing is sent any more">
            {`${reason} Check the address, send a test, then resume. What happened meanwhile is not sent.`}
          </Alert>
        )}
        <Card
          title="Where it goes"
          actions={
            <ButtonLink to={`${here}/key`} variant="secondary" preventScrollReset>
              New signing key
            </ButtonLink>
          }
        >
          <div className="parts">
            {key === null ? null : <ShownKey id={id} signingKey={key} />}
            <p className="wrap-anywhere">
              {url} <Badge tone={state.tone}>{state.label}</Badge>
            </p>
            <p className="text-sm wrap-anywhere text-muted">Told of: {events}</p>
          </div>
        </Card>
        <Card title="Deliveries" subtitle="The newest 50; kept for 30 days">
          {deliveries.length === 0 ? (
            <EmptyState title="Nothing sent yet">“Send a test” tries the address.</EmptyState>
          ) : (
            <table className="data-table">
              <caption className="sr-only">Deliveries, newest first</caption>
              <Heads names={['When', 'Event', 'Result', 'Actions']} />
              <tbody>
                {deliveries.map((delivery) => (
                  <Row key={delivery.id} webhookId={id} delivery={delivery} />
                ))}
              </tbody>
            </table>
          )}
        </Card>
      </div>
    </>
  );
}

function ShownKey({ id, signingKey }: { id: number; signingKey: string }) {
  return (
    <>
      <Alert title="The signing key. Copy it now: it is not shown again">
        <code className="select-all" data-passing>
          {signingKey}
        </code>
      </Alert>
      <div>
        <Press id={id} press="noted">
          I have copied it
        </Press>
      </div>
    </>
  );
}

const STATUSES = {
  waiting: { label: 'Waiting', tone: 'warning' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'warning' },
} as const;

type Delivery = WebhookPage['deliveries'][number];

function Row({ webhookId, delivery }: { webhookId: number; delivery: Delivery }) {
  const { id, when, type, title, status, answered, message, attempts, next } = delivery;
  const { label, tone } = STATUSES[status];
  return (
    <tr>
      <td data-label="When">{when}</td>
      <td data-label="Event" className="leading name">
        <span className="wrap-anywhere">{title}</span>
        <span className="block text-sm text-muted">{type}</span>
      </td>
      <td data-label="Result">
        <Badge tone={tone}>{answered === null ? label : `${label}, ${answered}`}</Badge>
        {message === null ? null : <span className="block text-sm wrap-anywhere">{message}</span>}
        {next === null ? null : (
          <span className="block text-sm text-muted">
            {`Tried ${attempts === 1 ? 'once' : `${attempts} times`}, next at ${next}`}
          </span>
        )}
      </td>
      <td className="actions">
        <Press id={webhookId} press="again" delivery={id} label={`Send again: ${type} of ${when}`}>
          Send again
        </Press>
      </td>
    </tr>
  );
}

function Press({
  id,
  press,
  delivery,
  label,
  children,
}: {
  id: number;
  press: string;
  delivery?: number;
  label?: string;
  children: string;
}) {
  return (
    <Form
      method="post"
      action={`/settings/webhooks/${id}/press`}
      preventScrollReset
      className="inline"
    >
      <FormToken />
      {delivery === undefined ? null : <input type="hidden" name="delivery" value={delivery} />}
      <Button
        variant={delivery === undefined ? 'secondary' : 'quiet'}
        name="press"
        value={press}
        aria-label={label}
      >
        {children}
      </Button>
    </Form>
  );
}
