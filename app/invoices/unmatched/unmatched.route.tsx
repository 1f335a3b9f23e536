import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { oncePerButton, parseForm } from '../../http/form/form.server.ts';
import { errorToast, orPage, submit } from '../../http/form/submit.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { putAside, takeUpWith } from './take-up.server.ts';
import { loadUnmatched } from './unmatched-screen.server.ts';
import { UnmatchedScreen } from './unmatched-screen.tsx';

const Id = z.coerce.number().int().positive();

const PressForm = z.object({
  press: z.enum(['take-up', 'put-aside']),
  // A single ticked box comes alone.
  ids: z.union([z.array(Id), Id.transform((id) => [id])]).default([]),
});

export const meta = pageTitle('An invoice that only Xero knows');

const idOf = ({ id }: LoaderFunctionArgs['params']) => orPage(() => toId(id, 'The invoice'));

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const id = idOf(params);
  return { ...orPage(() => loadUnmatched(context, id)), oneTimeKey: newOneTimeKey() };
}

/** Takes the invoice up with the ticked work, or puts it aside. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = idOf(params);
  return submit(context, oncePerButton(await parseForm(request, PressForm)), {
    button: { backTo: `/reconciliation/${id}` },
    run: ({ press, ids }) => {
      if (press === 'put-aside') putAside(context, id);
      else takeUpWith(context, id, ids);
      return press;
    },
    goTo: '/reconciliation',
    success: (press) => ({
      text: press === 'put-aside' ? 'The invoice was put aside' : 'The invoice is known here again',
    }),
    failure: 'Nothing was changed',
    toastFor: ({ message }) => errorToast(message),
  });
}

export default function UnmatchedPage() {
  return <UnmatchedScreen {...useLoaderData<typeof loader>()} />;
}
