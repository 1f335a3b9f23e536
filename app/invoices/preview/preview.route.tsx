import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { parseForm } from '../../lib/form.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { errorToast, orPage } from '../../lib/submit.server.ts';
import { redirectWithToast } from '../../lib/toast.server.ts';
import { filterSearch } from '../../work-logs/address.ts';
import { readFilters } from '../../work-logs/filters.ts';
import { createInvoices, describeResult } from '../runs/create.server.ts';
import { loadPreview } from './preview.server.ts';
import { PreviewScreen } from './preview-screen.tsx';

/** A short run is waited for, so that its result is the next page; in milliseconds. */
const PATIENCE = 3_000;

const CreateForm = z.object({ fingerprint: z.string().min(1).max(100) });

export const meta: MetaFunction = () => pageTitle('Create invoices');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  try {
    return loadPreview(context, new URL(request.url));
  } catch (error) {
    if (!(error instanceof ProductError) || error.status !== 409)
      return orPage(() => rethrow(error));
    throw await redirectWithToast(context, '/work-logs', errorToast(error.message));
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const url = new URL(request.url);
  const { submission, oneTimeKey: key, fingerprint: said } = await parseForm(request, CreateForm);
  if (submission.status !== 'success') {
    throw new Response('The form could not be read. Nothing was created.', { status: 400 });
  }
  const { filters } = readFilters(url.searchParams);
  if (!filters) throw new Response('Wrong filter. Nothing was created.', { status: 400 });
  const { fingerprint } = submission.value;
  try {
    const oneTime = key === null ? undefined : { userId: user.id, key, fingerprint: said };
    const asked = { userId: user.id, filters, fingerprint, oneTime };
    const result = await createInvoices(context, asked, PATIENCE);
    if (result.runId === null) return redirect('/work-logs', { status: 303 });
    const isClear = result.isFinished && result.failures.length === 0;
    const { text, isFailure } = describeResult(result);
    const here = `/work-logs/invoice-runs/${result.runId}`;
    if (!result.isFinished) return redirect(here, { status: 303 });
    return await redirectWithToast(context, isClear ? '/work-logs' : here, {
      text,
      ...(isFailure ? { variant: 'destructive' } : {}),
    });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const kept = filterSearch(url.searchParams);
    const back = `/work-logs/create-invoices${kept.size > 0 ? `?${kept.toString()}` : ''}`;
    return redirectWithToast(context, back, errorToast(error.message));
  }
}

function rethrow(error: unknown): never {
  throw error;
}

export default function CreateInvoices() {
  return <PreviewScreen {...useLoaderData<typeof loader>()} />;
}
