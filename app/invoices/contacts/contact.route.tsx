import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { send, showOf } from '../../auth/press.server.ts';
import { clientsAddress } from '../../clients/back.ts';
import { getClient } from '../../clients/clients.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { orPage } from '../../http/form/submit.server.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { PostForm, useIsSubmitting } from '../../ui/form.tsx';
import { CancelLink, DialogActions, RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { CREATE, toLinkChoice, UNLINK, ShownFields } from './contact-choice.tsx';
import {
  ContactForm,
  applyChoice,
  loadContactScreen,
  readSearch,
  type ContactScreen,
} from './contact-screen.server.ts';

export const meta = pageTitle('Xero contact');

export const loader = showOf('client', async ({ context, id, url }) => {
  const client = getClient(context, id);
  const search = readSearch(url.searchParams);
  const screen = await loadContactScreen(context, client, search);
  const path = `/clients/${client.id}/contact`;
  return { clientName: client.name, path, back: clientsAddress(url.search), search, screen };
});

export const action = send({ schema: ContactForm }, ({ context, params, search }) => {
  const client = orPage(() => getClient(context, toId(params.id, 'The client')));
  return {
    wait: ({ choice, ...shown }) => applyChoice(context, client, choice, shown),
    goTo: clientsAddress(search),
    success: (text) => ({ text }),
    failure: 'Failed to link the client to a contact in Xero',
    toastFor: () => null,
  };
});

export default function ClientContact() {
  const { screen, ...shown } = useLoaderData<typeof loader>();
  const { clientName, back } = shown;
  const wrong = useActionData<typeof action>()?.result.error ?? {};
  const error = Object.values(wrong).flat().join(' ');
  return (
    <RouteDialog title={`Xero contact of ${clientName}`} backTo={back}>
      <div className="parts">
        {error ? <Alert variant="destructive">{error}</Alert> : null}
        {screen ? <Contacts {...shown} screen={screen} /> : <NotConnected />}
      </div>
    </RouteDialog>
  );
}

function NotConnected() {
  return (
    <>
      <p className="text-sm">
        Tallyhour is not connected to Xero.{' '}
        <Link to="/settings#xero" className="link">
          Connect it in Settings
        </Link>
        , then come back to choose this client’s contact.
      </p>
      <DialogActions leave={<CancelLink>Close</CancelLink>} />
    </>
  );
}

type ContactsProps = {
  clientName: string;
  path: string;
  /** Where the dialog leads back to, from whatever is pressed in it. */
  back: string;
  search: string;
  screen: ContactScreen;
};

const withBack = ({ path, back }: Pick<ContactsProps, 'path' | 'back'>) =>
  `${path}?${new URLSearchParams({ back }).toString()}`;

function Contacts({ clientName, path, back, search, screen }: ContactsProps) {
  const { shown, organisationName, linkedName, mayCreate, problems } = screen;
  const isBusy = useIsSubmitting();
  return (
    <>
      {problems.map((problem) => (
        <Alert key={problem} variant="destructive">
          {problem}
        </Alert>
      ))}
      <PostForm
        form={{ id: 'present-contact' }}
        action={withBack({ path, back })}
        preventScrollReset
      >
        <ShownFields shown={shown} />
        <p className="text-sm text-muted wrap-anywhere">In {organisationName}</p>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 font-medium wrap-anywhere">{linkedName ?? 'Not linked'}</p>
          {mayCreate ? (
            <Button variant="secondary" name="choice" value={CREATE} disabled={isBusy}>
              {linkedName === null ? 'Create in Xero' : 'Create a new one in Xero'}
            </Button>
          ) : null}
          {linkedName === null ? null : (
            <Button variant="quiet-danger" name="choice" value={UNLINK} disabled={isBusy}>
              Unlink
            </Button>
          )}
        </div>
      </PostForm>
      <section className="grid gap-3 border-t border-line pt-4">
        <h2 className="font-medium">{linkedName === null ? 'Choose a contact' : 'Change it'}</h2>
        <Form method="get" action={path} preventScrollReset role="search">
          <input type="hidden" name="back" value={back} />
          <label htmlFor="contact-search" className="mb-1.5 block text-sm font-medium">
            Name or email in Xero
          </label>
          <div className="flex flex-wrap gap-2">
            <input
              key={search}
              id="contact-search"
              name="q"
              type="search"
              maxLength={200}
              autoComplete="off"
              defaultValue={search}
              className="control min-w-0 flex-1"
            />
            <Button variant="secondary">Search</Button>
          </div>
        </Form>
        <Suggestions {...{ clientName, path, back, search, screen }} />
      </section>
    </>
  );
}

function Suggestions({ clientName, path, back, search, screen }: ContactsProps) {
  const { suggestions, shown, problems, linkedName } = screen;
  const isBusy = useIsSubmitting();
  if (suggestions.length === 0) {
    // An alert above says that Xero could not be reached.
    if (problems.length > 0) return null;
    const no = linkedName === null ? 'No contact' : 'No other contact';
    return (
      <p className="text-sm text-muted wrap-anywhere">
        {search
          ? `${no} matches “${search}”.`
          : `${no} has the name or the email of ${clientName}.`}
      </p>
    );
  }
  return (
    <PostForm form={{ id: 'choose-contact' }} action={withBack({ path, back })} preventScrollReset>
      <ShownFields shown={shown} />
      <ul className="grid divide-y divide-line">
        {suggestions.map(({ contactId, name, email, fit, linkedTo }) => (
          <li key={contactId} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0 text-sm">
              <p className="font-medium wrap-anywhere">{name}</p>
              {email ? <p className="text-muted wrap-anywhere">{email}</p> : null}
              {fit ? <p className="text-xs text-muted">Same {fit}</p> : null}
              {linkedTo ? (
                <p className="text-xs text-muted wrap-anywhere">Linked to {linkedTo}</p>
              ) : null}
            </div>
            <Button
              variant="secondary"
              name="choice"
              value={toLinkChoice(contactId)}
              aria-label={`Choose ${name}${email ? `, ${email}` : ''}`}
              disabled={isBusy}
            >
              Choose
            </Button>
          </li>
        ))}
      </ul>
    </PostForm>
  );
}
