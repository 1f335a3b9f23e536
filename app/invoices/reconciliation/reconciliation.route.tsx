import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { takeUpAllExact } from '../unmatched/take-up.server.ts';
import { compareIfOld, compareNow } from './check.server.ts';
import { loadReconciliation } from './reconciliation.server.ts';
import { ReconciliationScreen } from './reconciliation-screen.tsx';

const PressForm = z.object({ press: z.enum(['check', 'take-up']).default('check') });

export const meta = pageTitle('Compare with Xero');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  await compareIfOld(context);
  return { ...loadReconciliation(context), oneTimeKey: newOneTimeKey() };
}

/** Compares again now, or takes up the invoices whose work is certain. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const form = await parseForm(request, PressForm);
  if (form.submission.status === 'success' && form.submission.value.press === 'take-up') {
    return submit(context, form, {
      button: true,
      run: () => takeUpAllExact(context),
      goTo: '/reconciliation',
      success: (count) => ({
        text:
          count === 1 ? '1 invoice is known here again' : `${count} invoices are known here again`,
      }),
      failure: 'Failed to take up the invoices',
    });
  }
  await compareNow(context);
  return redirect('/reconciliation', { status: 303 });
}

export default function ReconciliationPage() {
  return <ReconciliationScreen {...useLoaderData<typeof loader>()} />;
}
