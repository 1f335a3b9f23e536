import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { send, show } from '../../auth/press.server.ts';
import { errorToast, orPage } from '../../http/form/submit.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { putAside, takeUpWith } from './take-up.server.ts';
import { loadUnmatched } from './unmatched-screen.server.ts';
import { Button, ButtonLink, PlainButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PostForm } from '../../ui/form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const Id = z.coerce.number().int().positive();

const PressForm = z.object({
  press: z.enum(['take-up', 'put-aside']),
  // A single ticked box comes alone.
  ids: z.union([z.array(Id), Id.transform((id) => [id])]).default([]),
});

export const meta = pageTitle('Invoice only in Xero');

const idOf = ({ id }: LoaderFunctionArgs['params']) => orPage(() => toId(id, 'The invoice'));

export const loader = show(({ context, params }) => {
  const id = idOf(params);
  return { ...loadUnmatched(context, id), oneTimeKey: newOneTimeKey() };
});

/** Takes the invoice up with the ticked work, or puts it aside. */
export const action = send({ schema: PressForm, isOncePerButton: true }, ({ context, params }) => {
  const id = idOf(params);
  return {
    button: { backTo: `/reconciliation/${id}` },
    run: ({ press, ids }) => {
      if (press === 'put-aside') putAside(context, id);
      else takeUpWith(context, id, ids);
      return press;
    },
    goTo: '/reconciliation',
    success: (press) => ({
      text: press === 'put-aside' ? 'The invoice was set aside' : 'The invoice was matched',
    }),
    failure: 'No changes were made',
    toastFor: ({ message }) => errorToast(message),
  };
});

/** Invoice only in Xero: which work is on it, or that none here is. */
export default function UnmatchedPage() {
  const { number, contact, day, total, says, url, lines, logs, isPutAside, oneTimeKey } =
    useLoaderData<typeof loader>();
  return (
    <div className="parts">
      <PageHeader title={number}>
        <PlainButtonLink href={url} target="_blank" rel="noreferrer" variant="secondary">
          Open in Xero
        </PlainButtonLink>
      </PageHeader>
      <p className="text-sm wrap-anywhere text-muted">
        {contact}, {day}, {total}. {says}
      </p>
      <Card title="Lines in Xero">
        <ul className="grid gap-2 text-sm">
          {lines.map((line, index) => (
            <li key={index} className="flex justify-between gap-4">
              <span className="wrap-anywhere whitespace-pre-line">{line.description}</span>
              <span className="tabular-nums">{line.net}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="The work on it">
        <PostForm form={{ id: 'unmatched' }} oneTimeKey={oneTimeKey} className="grid gap-4">
          {logs.length === 0 ? (
            <p className="text-sm">
              No uninvoiced work here matches. Link its contact to a client, or set the invoice
              aside.
            </p>
          ) : (
            <fieldset className="grid gap-2 text-sm">
              <legend className="sr-only">Work on this invoice</legend>
              {logs.map((log) => (
                <label
                  key={log.id}
                  className="flex min-h-11 items-center gap-3 sm:min-h-8 pointer-coarse:min-h-11"
                >
                  <input type="checkbox" name="ids" value={log.id} defaultChecked={log.isTicked} />
                  <span className="grow wrap-anywhere">{log.name}</span>
                  <span className="tabular-nums">{log.amount}</span>
                </label>
              ))}
            </fieldset>
          )}
          <div className="flex flex-wrap gap-2">
            {logs.length > 0 ? (
              <Button name="press" value="take-up">
                This work is on it
              </Button>
            ) : null}
            {isPutAside ? null : (
              <Button name="press" value="put-aside" variant="danger">
                Set aside: no work here is on it
              </Button>
            )}
            <ButtonLink to="/reconciliation" variant="secondary">
              Cancel
            </ButtonLink>
          </div>
        </PostForm>
      </Card>
    </div>
  );
}
