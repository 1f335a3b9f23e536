import { Form, Link, Outlet, useLoaderData } from '@remix-run/react';
import { show } from '../auth/press.server.ts';
import { formatPounds, parsePounds } from '../lib/money.ts';
import { lastOf } from '../lib/filter-search.ts';
import { pageTitle } from '../lib/product.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FilterButtons, FilterForm } from '../ui/filter-form.tsx';
import { FormToken } from '../ui/form.tsx';
import { ListLinks } from '../ui/list-links.tsx';
import { EmptyState, PageHeader } from '../ui/page-header.tsx';
import { toClientView, type ClientView, listClients, listContactNames } from './clients.server.ts';

export const meta = pageTitle('Clients');

/** More are found by their name. */
const MOST_SHOWN = 100;

export const loader = show(({ context, url }) => {
  const contactNames = listContactNames(context);
  const all = listClients(context);
  const asked = lastOf(url.searchParams, 'name')?.trim() ?? '';
  const found = all.filter(({ name }) => name.toLowerCase().includes(asked.toLowerCase()));
  return {
    hasXero: context.ledger.isSetUp && context.ledger.activeOrganisation() !== null,
    asked,
    count: all.length,
    found: found.length,
    clients: found.slice(0, MOST_SHOWN).map((client) => ({
      ...toClientView(client),
      contactName: contactNames?.get(client.id) ?? null,
    })),
  };
});

export default function Clients() {
  const { clients, hasXero, asked, count, found } = useLoaderData<typeof loader>();
  return (
    <>
      <Outlet />
      <div className="behind-dialog parts">
        <PageHeader title="Clients">
          {hasXero ? (
            <ButtonLink to="/clients/from-xero" variant="secondary">
              From Xero
            </ButtonLink>
          ) : null}
          <ButtonLink to="/clients/new" preventScrollReset>
            Add Client
          </ButtonLink>
        </PageHeader>
        {count > 0 ? (
          <ListLinks print="/clients/print" csv={[['/clients.csv', 'Download CSV']]} isImported />
        ) : null}
        {count > MOST_SHOWN ? (
          <FilterForm
            action="/clients"
            label="Find a client"
            filters={{ values: { name: asked }, issues: {} }}
            isShort
          >
            {(field) => (
              <>
                <TextField field={field('name')} label="Name" type="search" />
                <FilterButtons clear={asked ? '/clients' : null} />
                {found > clients.length ? (
                  <p className="wide-field text-sm text-muted">
                    {clients.length} of {found} clients shown. Find others by name.
                  </p>
                ) : null}
              </>
            )}
          </FilterForm>
        ) : null}
        {clients.length === 0 ? (
          <div className="card">
            <EmptyState title="No clients found">
              {count === 0 ? (
                <>
                  {'Add your first client to get started, or '}
                  <Link to="/import" className="link">
                    import a list
                  </Link>
                </>
              ) : (
                'No client has that name'
              )}
            </EmptyState>
          </div>
        ) : (
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {clients.map((client) => (
              <ClientCard key={client.id} client={client} hasXero={hasXero} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

type ClientCardProps = { client: ClientView & { contactName: string | null }; hasXero: boolean };

function ClientCard({ client, hasXero }: ClientCardProps) {
  const { id, name, email, contactPerson, isActive, contactName } = client;
  return (
    <li className="card flex flex-col gap-1 px-3 py-2">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 font-semibold wrap-anywhere">
          <Link to={`/clients/${id}`} className="link">
            {name}
          </Link>
        </h2>
        <span className={isActive ? 'text-xs text-muted' : 'text-xs text-warning'}>
          {isActive ? 'Active' : 'Inactive'}
        </span>
      </div>
      {contactPerson || email ? (
        <p className="wrap-anywhere text-muted">
          {contactPerson ? <span className="mr-2">{contactPerson}</span> : null}{' '}
          {email ? (
            <a href={`mailto:${email}`} className="link">
              {email}
            </a>
          ) : null}
        </p>
      ) : null}
      <dl className="flex flex-wrap gap-x-4 tabular-nums">
        <Rate label="Standard" amount={client.standardRate} />
        <Rate label="Premium" amount={client.premiumRate} />
        <Rate label="Discounted" amount={client.discountedRate} />
      </dl>
      {client.reference ? (
        <p className="wrap-anywhere text-muted">Your reference: {client.reference}</p>
      ) : null}
      {contactName ? <p className="wrap-anywhere text-muted">In Xero: {contactName}</p> : null}
      <div className="-mx-2 mt-auto flex flex-wrap">
        <Link
          to={`/clients/${id}/edit`}
          preventScrollReset
          className="button button-quiet"
          aria-label={`Edit ${name}`}
        >
          Edit
        </Link>
        {hasXero ? (
          <Link
            to={`/clients/${id}/contact`}
            preventScrollReset
            className="button button-quiet"
            aria-label={`Xero contact of ${name}`}
          >
            Xero contact
          </Link>
        ) : null}
        {isActive ? (
          <Link
            to={`/clients/${id}/deactivate`}
            preventScrollReset
            className="button button-quiet-danger"
            aria-label={`Remove ${name}`}
          >
            Remove
          </Link>
        ) : (
          <Form method="post" action={`/clients/${id}/reactivate`} preventScrollReset>
            <FormToken />
            <Button variant="quiet" aria-label={`Reactivate ${name}`}>
              Reactivate
            </Button>
          </Form>
        )}
      </div>
    </li>
  );
}

function Rate({ label, amount }: { label: string; amount: string | null }) {
  const pence = amount === null ? null : parsePounds(amount);
  return pence === null ? null : (
    <div>
      <dt className="inline text-muted">{label}</dt>{' '}
      <dd className="inline">{`${formatPounds(pence)}/hr`}</dd>
    </div>
  );
}
