import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { send, show } from '../../auth/press.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FilterButtons, FilterForm } from '../../ui/filter-form.tsx';
import { PostForm } from '../../ui/form.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { searchOf } from '../../ui/list-links.tsx';
import type { ListedContacts } from '../ledger.ts';
import { ShownFields } from './contact-choice.tsx';
import { addClientsOf, FromXeroForm, loadContactList, readListed } from './from-xero.server.ts';

export const meta = pageTitle('Clients from Xero');

const PATH = '/clients/from-xero';

export const loader = show(async ({ context, url }) => {
  const listed = readListed(url.searchParams);
  const list = await loadContactList(context, listed);
  return { ...listed, ...list, oneTimeKey: newOneTimeKey() };
});

export const action = send({ schema: FromXeroForm }, ({ context, url }) => ({
  wait: (chosen, key) => addClientsOf(context, chosen, key),
  goTo: addressOf(readListed(url.searchParams)),
  success: (text) => ({ text }),
  failure: 'Failed to add clients from Xero',
  toastFor: () => null,
}));

function addressOf({ page, search: q, show }: ListedContacts, tick = ''): string {
  const search = searchOf({ q, show, page: page > 1 ? String(page) : '', tick });
  return search ? `${PATH}?${search}` : PATH;
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

/** Clients from Xero: its contacts, ticked to be clients here. */
export default function ClientsFromXero() {
  const data = useLoaderData<typeof loader>();
  const { page, search, show, rows, problem, isLast } = data;
  const isNarrowed = search !== '' || show !== '';
  return (
    <div className="parts">
      <PageHeader title="Clients from Xero">
        <ButtonLink to="/clients" variant="secondary">
          All clients
        </ButtonLink>
      </PageHeader>
      <FilterForm
        action={PATH}
        label="Find contacts"
        filters={{ values: { q: search, show }, issues: {} }}
        isShort
      >
        {(field) => (
          <>
            <TextField field={field('q')} label="Name or email in Xero" type="search" />
            <SelectField field={field('show')} label="Show">
              <option value="">Customers</option>
              <option value="all">All contacts</option>
            </SelectField>
            <FilterButtons clear={isNarrowed ? PATH : null} name="Search" />
          </>
        )}
      </FilterForm>
      {problem ? <Alert variant="destructive">{problem}</Alert> : null}
      {rows.length > 0 ? <Contacts {...data} /> : null}
      {rows.length === 0 && !problem ? (
        <EmptyState title="No contacts found">
          {isNarrowed
            ? 'Archived contacts are left out'
            : 'Nobody was invoiced yet: show all contacts'}
        </EmptyState>
      ) : null}
      <PageLinks
        links={{
          newer: page > 1 ? addressOf({ ...data, page: page - 1 }) : null,
          older: isLast ? null : addressOf({ ...data, page: page + 1 }),
        }}
        names={['Previous', 'Next']}
      />
    </div>
  );
}

function Contacts({ rows, shown, oneTimeKey, ...asked }: Data) {
  const reply = useActionData<typeof action>()?.result;
  const ticksAll = useLocation().search.includes('tick=all');
  const sent = new Set([reply?.initialValue?.ids].flat());
  const canAdd = rows.some(({ isTaken }) => !isTaken);
  const errors = reply?.error?.[''] ?? reply?.error?.ids ?? undefined;
  const value = reply?.initialValue;
  const back = searchOf({ back: addressOf(asked) });
  useEffect(() => {
    // What is wrong stands above a long list, and the button below it.
    if (reply?.status === 'error') document.getElementById('from-xero')?.scrollIntoView();
  }, [reply]);
  return (
    <PostForm
      form={{ id: 'from-xero', status: reply?.status, value, initialValue: value, errors }}
      action={addressOf(asked)}
      oneTimeKey={oneTimeKey}
      anyway="Add them anyway"
      className="card grid gap-3 px-4 py-3"
    >
      <ShownFields shown={shown} />
      {canAdd ? (
        <Link to={addressOf(asked, 'all')} className="link text-sm" preventScrollReset>
          Tick all
        </Link>
      ) : null}
      {/* Made anew, or a script would leave the boxes as they are. */}
      <ul key={String(ticksAll)} className="grid divide-y divide-line text-sm">
        {rows.map(({ contactId, name, email, here, isTaken }) => (
          <li key={contactId}>
            <label className="flex min-h-11 items-center gap-3 sm:min-h-8 pointer-coarse:min-h-11">
              {isTaken ? null : (
                <input
                  type="checkbox"
                  name="ids"
                  value={contactId}
                  defaultChecked={sent.has(contactId) || (ticksAll && here === null)}
                />
              )}
              <span className="grow wrap-anywhere">
                <span className="font-medium">{name}</span>{' '}
                <span className="text-muted">{email}</span>
              </span>
            </label>
            {here === null ? null : (
              <p className="pb-2 text-xs wrap-anywhere">
                <Link to={`${here.path}?${back}`} className="link">
                  {here.name}
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
      {canAdd ? (
        <div>
          <Button>Add as clients</Button>
        </div>
      ) : null}
    </PostForm>
  );
}
