import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react';
import { useState } from 'react';
import { requireUser } from '../../auth/guard.server.ts';
import { readForm } from '../../http/form/form.server.ts';
import { isAnswerToForm } from '../../http/form/kept-form.ts';
import { errorToast, pageFor } from '../../http/form/submit.server.ts';
import { redirectWithToast } from '../../http/toast.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { pageTitle } from '../../lib/product.ts';
import { answerPress, MOST_FIELDS } from './answer-press.server.ts';
import { isSamePreview } from './kept-address.ts';
import { loadPreviewPage, type PreviewPage } from './preview.server.ts';
import { PreviewScreen } from './preview-screen.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';

export const meta = pageTitle('Create invoices');

/** The answer to a press holds the whole page, and a press of something else, such as the timer, leaves it as it was chosen. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  formAction = '',
  currentUrl,
  nextUrl,
  actionResult,
  defaultShouldRevalidate,
}) => {
  if (formMethod !== 'POST') {
    // A jump within the page: what was chosen in it stands in the address, and is on the page.
    const isJump = nextUrl.hash !== '' && isSamePreview(currentUrl, nextUrl);
    return !isJump && defaultShouldRevalidate;
  }
  const isOther = new URL(formAction, currentUrl).pathname !== currentUrl.pathname;
  return !isOther && actionResult === undefined && defaultShouldRevalidate;
};

/** Stands for the page before there is an organisation in Xero. */
const NOT_CONNECTED = 'not connected';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  if (isAnswerToForm(request)) return null;
  if (context.ledger.activeOrganisation() === null) return NOT_CONNECTED;
  return orWorkLogs(context, () => loadPreviewPage(context, new URL(request.url)));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await readForm(request, { mostFields: MOST_FIELDS });
  return orWorkLogs(context, () => answerPress(context, { user, request, form }));
}

/** Leads to Work Logs with the reason where no organisation is known any more, or there are too many logs. */
async function orWorkLogs<Page>(context: AppLoadContext, page: () => Page | Promise<Page>) {
  try {
    return await page();
  } catch (error) {
    if (!(error instanceof ProductError) || error.status !== 409) throw pageFor(error);
    throw await redirectWithToast(context, '/work-logs', errorToast(error.message));
  }
}

export default function CreateInvoices() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>() as PreviewPage | undefined;
  const [kept, setKept] = useState({ loaded, preview: answered ?? loaded });
  // Remix forgets an answer with any change of the address, a jump within the page too; here it stays
  // until the page is loaded anew.
  const preview = answered ?? (loaded === kept.loaded ? kept.preview : loaded);
  if (preview !== kept.preview || loaded !== kept.loaded) setKept({ loaded, preview });
  if (preview === NOT_CONNECTED) return <NotConnected />;
  return preview ? <PreviewScreen {...preview} /> : null;
}

function NotConnected() {
  return (
    <>
      <PageHeader title="Create invoices" />
      <EmptyState title="No active Xero connection found. Please connect to Xero first.">
        <ButtonLink to="/settings#xero">Connect to Xero in Settings</ButtonLink>
      </EmptyState>
    </>
  );
}
