import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { useLoaderData, Link, useOutlet } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { show } from '../../auth/press.server.ts';
import { after } from '../../lib/after.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { orPage } from '../../http/form/submit.server.ts';
import { endWithToast } from '../../http/toast.server.ts';
import { AWAITED, resultOf, toastOfRun } from './create.server.ts';
import { loadRun } from './run-screen.server.ts';
import { continueRun } from './carry-on.server.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PostForm } from '../../ui/form.tsx';
import { Heads } from '../../ui/heads.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshItself, useProgress } from '../../ui/progress/progress-panel.tsx';

const PATIENCE = 3_000;

export const meta = pageTitle('Invoice batch');

export const loader = show(async ({ context, params, user, url }) => {
  const { startedBy, ...run } = loadRun(context, toId(params.id, 'The run'));
  const isAwaited = url.searchParams.has(AWAITED) && startedBy === user.id;
  if (run.status !== 'done' || !isAwaited) return run;
  throw await endWithToast(context, url.pathname, toastOfRun(resultOf(context, run.id)));
});

/** Looks up unknown outcomes now, instead of at the end of the pause. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  await parseForm(request, Nothing);
  const { id } = orPage(() => loadRun(context, toId(params.id, 'The run')));
  await Promise.race([continueRun(context, id), after(PATIENCE)]);
  return redirect(`/work-logs/invoice-runs/${id}${new URL(request.url).search}`, { status: 303 });
}

const TONES = {
  claimed: 'neutral',
  sending: 'warning',
  failed: 'neutral',
  released: 'neutral',
} as const;

/** The progress of a run, which goes on whether this page is open or not. */
export default function InvoiceRun() {
  const run = useLoaderData<typeof loader>();
  // A question that is being read is not loaded again under its reader.
  const dialog = useOutlet();
  const isRunning = run.status === 'running';
  const isPaused = run.status === 'paused';
  const goesOn = isRunning || (isPaused && !run.isCutOff);
  useProgress(goesOn, `${run.status} ${run.done}`);
  return (
    <>
      {dialog}
      <div className="behind-dialog parts">
        <PageHeader title={run.title}>
          <ButtonLink to="/work-logs" variant="secondary">
            Back to Work Logs
          </ButtonLink>
          <ButtonLink to="/invoices">All invoices</ButtonLink>
        </PageHeader>
        {isRunning ? (
          <div className="rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
            {dialog === null ? <RefreshItself seconds={2} /> : null}
            <p role="status" className="font-medium tabular-nums">
              {run.done} of {run.count} done
            </p>
            <p className="text-muted">You can leave this page: this continues.</p>
          </div>
        ) : null}
        {isPaused && goesOn && dialog === null ? <RefreshItself seconds={15} /> : null}
        {run.message ? (
          <Alert variant={isPaused ? 'default' : 'destructive'} title={titleOf(run)}>
            {run.message}
          </Alert>
        ) : null}
        {run.calls ? <p className="text-muted tabular-nums">{run.calls}</p> : null}
        {run.isCutOff ? (
          <div>
            <ButtonLink to="/settings#xero">Connect in Settings</ButtonLink>
          </div>
        ) : run.hasUnknown || isPaused ? (
          <PostForm form={{ id: 'settle' }} className="flex flex-wrap items-center gap-3">
            <Button>Check with Xero now</Button>
            <p className="text-sm text-muted">
              Each invoice is looked up by its reference first, so nothing is sent twice.
            </p>
          </PostForm>
        ) : null}
        <p className="wrap-anywhere text-muted">
          {run.nextStep} Batch {run.id} for {run.organisation}, started {run.startedAt}.
          {run.more > 0 ? ` ${run.more} more of this batch are in Invoices.` : null}
        </p>
        <div className="card">
          <table className="data-table">
            <caption className="sr-only">Invoices of this batch</caption>
            <Heads names={['Client', 'Month', 'Xero Invoice', 'Status', 'Total with VAT']} />
            <tbody>
              {run.invoices.map((invoice) => (
                <InvoiceRow key={invoice.id} runId={run.id} invoice={invoice} />
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </>
  );
}

type Run = ReturnType<typeof useLoaderData<typeof loader>>;

function InvoiceRow({ runId, invoice }: { runId: number; invoice: Run['invoices'][number] }) {
  const { id, client, month, total, state, label, message, number, url } = invoice;
  return (
    <tr>
      <td className="leading font-medium wrap-anywhere">{client}</td>
      <td>
        {invoice.isMade ? (
          <Link to={`/invoices/${id}`} className="link">
            {month}
          </Link>
        ) : (
          month
        )}
      </td>
      <td>
        {url ? (
          <a href={url} target="_blank" rel="noreferrer" className="link">
            {number}
          </a>
        ) : null}
      </td>
      <td>
        {state === 'created' ? label : <Badge tone={TONES[state]}>{label}</Badge>}
        {message ? <span className="block text-xs wrap-anywhere text-muted">{message}</span> : null}
        {invoice.canBeFreed ? (
          <Link
            to={`/work-logs/invoice-runs/${runId}/free/${id}`}
            className="link text-xs"
            aria-label={`Not in Xero: release the logs of ${client}, ${month}`}
          >
            Not in Xero: release its logs
          </Link>
        ) : null}
      </td>
      <td className="numeric main">{invoice.isCancelled ? <s>{total}</s> : total}</td>
    </tr>
  );
}

function titleOf({ isCutOff, organisation, resumeAt }: Run): string {
  if (isCutOff) return `Waits for the connection to ${organisation}`;
  return resumeAt ? `Continues automatically on ${resumeAt}` : 'Stopped';
}
