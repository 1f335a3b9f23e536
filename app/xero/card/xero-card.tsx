import { Form, Link } from '@remix-run/react';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink, PlainButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormToken } from '../../ui/form.tsx';
import type { CardState, XeroCardData } from './card.server.ts';
import { CardFact, describePaymentTerms, InvoiceNeeds } from './invoice-needs.tsx';
import { TemplateForm } from '../../invoices/template/template-form.tsx';

/** The card in Settings for the connection to Xero, its organisation, and the invoice template. */
export function XeroCard(props: XeroCardData) {
  return (
    <Card id="xero" title="Xero Integration" actions={<StateBadge kind={props.state.kind} />}>
      <CardContent {...props} />
    </Card>
  );
}

function StateBadge({ kind }: { kind: CardState['kind'] }) {
  switch (kind) {
    case 'connected':
      return <Badge tone="success">Connected</Badge>;
    case 'select-organisation':
      return <Badge tone="warning">Select Org</Badge>;
    case 'ended':
    case 'not-connected':
      return <Badge>Not connected</Badge>;
    case 'not-configured':
      return <Badge>Not configured</Badge>;
  }
}

function CardContent(card: XeroCardData) {
  const { state, calls, choicesFrom, vatChanges, templateFrom, authorizePath, firstInvoices } =
    card;
  switch (state.kind) {
    case 'not-configured':
      return (
        <p className="text-sm">
          Xero is not set up on this server. Whoever runs it has to register an app with Xero and
          set <code>XERO_CLIENT_ID</code> and <code>XERO_CLIENT_SECRET</code>. <HowTo />
        </p>
      );
    case 'not-connected':
      return (
        <div className="parts">
          <p className="text-sm">
            Xero asks which organisations Tallyhour may use. Invoices are created there only when
            you press Create invoices, as drafts. <HowTo />
          </p>
          <ConnectButton path={authorizePath} />
        </div>
      );
    case 'ended':
      return (
        <div className="parts">
          <Alert title="The connection to Xero has ended">
            {`The connection was ended in Xero, was not used for 60 days, or this server has another APP_SECRET now. Connect again to create invoices.${state.tenant ? ` ${state.tenant.tenantName} is then active again.` : ''}`}
          </Alert>
          <div className="flex flex-wrap gap-2">
            <ConnectButton path={authorizePath} />
            <DisconnectButton />
          </div>
        </div>
      );
    case 'select-organisation':
      return (
        <div className="parts">
          {state.lost === null ? null : (
            <Alert title={`Xero does not let Tallyhour into ${state.lost} any more`}>
              It was disconnected in Xero, or reset or deleted there; a Demo Company is reset after
              some weeks, and is a new organisation then. Its invoices and the contacts of its
              clients are kept here. Connect again and allow access to it, or choose another one.
            </Alert>
          )}
          <div>
            <p className="font-medium">Authorized - Please select organisation</p>
            <p className="text-sm text-muted">
              Invoices go to the organisation that you choose here. If yours is missing, connect
              again and allow access to it.
            </p>
          </div>
          <SwitchOrganisation tenants={state.tenants} activeId={null} />
          <div className="flex flex-wrap gap-2">
            <PlainButtonLink href={authorizePath} variant="secondary">
              Connect to Xero
            </PlainButtonLink>
            <RefreshButton />
            <DisconnectButton />
          </div>
          <TemplateForm id="xero-template" madeFrom={templateFrom} />
        </div>
      );
    case 'connected':
      return (
        <div className="parts">
          {firstInvoices === null ? null : (
            <div>
              <ButtonLink to={firstInvoices}>Create your first invoices</ButtonLink>
            </div>
          )}
          <Facts organisation={state.organisation} connectedOn={state.connectedOn} />
          {calls === null ? null : <p className="text-sm text-muted tabular-nums">{calls}</p>}
          {state.tenants.length > 1 ? (
            <SwitchOrganisation tenants={state.tenants} activeId={state.organisation.tenantId} />
          ) : null}
          <InvoiceNeeds organisation={state.organisation} madeFrom={choicesFrom} />
          {vatChanges === null ? null : (
            <p className="text-sm">
              {vatChanges.map(({ text }) => `${text}. `)}
              <Link to="/settings/xero/vat" className="link" preventScrollReset>
                Changes of VAT
              </Link>
            </p>
          )}
          <TemplateForm id="xero-template" madeFrom={templateFrom} />
          <div className="flex flex-wrap gap-2">
            <RefreshButton />
            <PlainButtonLink href={authorizePath} variant="secondary">
              Connect again
            </PlainButtonLink>
            <DisconnectButton />
          </div>
        </div>
      );
  }
}

const HowTo = () => (
  <Link to="/connecting#xero" className="link">
    Connecting Xero, step by step
  </Link>
);

function Facts({
  organisation,
  connectedOn,
}: Pick<Extract<CardState, { kind: 'connected' }>, 'organisation' | 'connectedOn'>) {
  const { name, tenantId, isVatRegistered, paymentTerms, currency } = organisation;
  return (
    <dl className="grid gap-3 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr_2fr]">
      <CardFact label="Active organisation">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="block text-xs text-muted wrap-anywhere">{tenantId}</span>
      </CardFact>
      <CardFact label="Connected on">{connectedOn}</CardFact>
      <CardFact label="Currency">{currency}</CardFact>
      <CardFact label="VAT">
        {isVatRegistered ? 'Registered for VAT' : 'Not registered: invoices go out without VAT'}
      </CardFact>
      <CardFact label="Payment terms">{describePaymentTerms(paymentTerms)}</CardFact>
    </dl>
  );
}

function ConnectButton({ path }: { path: string }) {
  return (
    <div>
      <PlainButtonLink href={path}>Connect to Xero</PlainButtonLink>
    </div>
  );
}

function DisconnectButton() {
  return (
    <ButtonLink to="/settings/xero/disconnect" variant="quiet-danger" preventScrollReset>
      Disconnect from Xero
    </ButtonLink>
  );
}

function RefreshButton() {
  return (
    <Form method="post" action="/settings/xero/refresh" preventScrollReset>
      <FormToken />
      <Button variant="secondary">Refresh from Xero</Button>
    </Form>
  );
}

type Tenant = { tenantId: string; tenantName: string };

function SwitchOrganisation({ tenants, activeId }: { tenants: Tenant[]; activeId: string | null }) {
  return (
    <div>
      <h3 className="text-sm font-medium">Switch Organisation</h3>
      {tenants.length === 0 ? (
        <p className="mt-1 text-sm text-muted">Xero has not given an organisation yet.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {tenants.map(({ tenantId, tenantName }) => (
            <li key={tenantId} className="flex items-center justify-between gap-4 py-2">
              <div className="min-w-0">
                <p className="text-sm wrap-anywhere">{tenantName}</p>
                <p className="text-xs text-muted wrap-anywhere">{tenantId}</p>
              </div>
              {tenantId === activeId ? (
                <Badge tone="success">Current</Badge>
              ) : (
                <Form method="post" action="/settings/xero/organisation" preventScrollReset>
                  <FormToken />
                  <input type="hidden" name="tenantId" value={tenantId} />
                  <Button variant="secondary" aria-label={`Switch to ${tenantName}`}>
                    Switch
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
