import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { parseForm } from '../../http/form.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { errorToast, pageFor, submit } from '../../http/submit.server.ts';
import { redirectWithToast } from '../../http/toast.server.ts';
import { filterSearch } from '../../work-logs/list/address.ts';
import { readFilters } from '../../work-logs/list/filters.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { createInvoices, describeResult, type RunResult } from '../runs/create.server.ts';
import { loadPreview } from './preview.server.ts';
import { PreviewScreen } from './preview-screen.tsx';

/** How long to wait for a short run, so that the next page has its result; in milliseconds. */
const PATIENCE = 3_000;

const CreateForm = z.object({
  fingerprint: z.string('The form could not be read. Nothing was created.').min(1).max(100),
});

export const meta = pageTitle('Create invoices');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  try {
    return loadPreview(context, new URL(request.url));
  } catch (error) {
    if (!(error instanceof ProductError) || error.status !== 409) throw pageFor(error);
    throw await redirectWithToast(context, '/work-logs', errorToast(error.message));
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const url = new URL(request.url);
  const { filters } = readFilters(url.searchParams);
  if (!filters) throw new Response('Wrong filter. Nothing was created.', { status: 400 });
  const kept = filterSearch(url.searchParams).toString();
  return submit(context, {
    user,
    isButton: true,
    form: await parseForm(request, CreateForm),
    wait: ({ fingerprint }, oneTime) => {
      const asked = { userId: user.id, filters, fingerprint, oneTime: oneTime ?? undefined };
      return createInvoices(context, asked, PATIENCE);
    },
    goTo: pageAfter,
    success: toastAfter,
    failure: 'Failed to create invoices in Xero',
    // A refusal is shown in its own words: nothing has reached Xero.
    toastFor: ({ message }) => errorToast(message),
    backTo: `/work-logs/create-invoices${kept ? `?${kept}` : ''}`,
  });
}

/** The list when all is well; else the page of the run, which says what is not. */
function pageAfter({ runId, isFinished, failures }: RunResult): string {
  const isClear = isFinished && failures.length === 0;
  return runId === null || isClear ? '/work-logs' : `/work-logs/invoice-runs/${runId}`;
}

/** No toast while a run goes on: its page shows the progress. */
function toastAfter(result: RunResult): ToastMessage | null {
  if (result.runId === null) return { text: 'There was nothing to invoice' };
  if (!result.isFinished) return null;
  const { text, isFailure } = describeResult(result);
  return { text, ...(isFailure ? { variant: 'destructive' } : {}) };
}

export default function CreateInvoices() {
  return <PreviewScreen {...useLoaderData<typeof loader>()} />;
}
