import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, Link, useOutlet } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
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
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshItself } from '../../ui/progress/progress-panel.tsx';
import { useProgress } from '../../ui/progress/progress-panel.tsx';

const PATIENCE = 3_000;

export const meta = pageTitle('Invoice run');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const { startedBy, ...run } = orPage(() => loadRun(context, toId(params.id, 'The run')));
  const { pathname, searchParams } = new URL(request.url);
  const isAwaited = searchParams.has(AWAITED) && startedBy === user.id;
  if (run.status !== 'done' || !isAwaited) return run;
  throw await endWithToast(context, pathname, toastOfRun(resultOf(context, run.id)));
}

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
  created: 'success',
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
        <PageHeader title="Invoices">
          <ButtonLink to="/work-logs" variant="secondary">
            Back to Work Logs
          </ButtonLink>
        </PageHeader>
        <p className="text-sm wrap-anywhere text-muted">
          Drafts for {run.organisation}, started {run.startedAt}
        </p>
        {isRunning ? (
          <div className="rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
            {dialog === null ? <RefreshItself seconds={2} /> : null}
            <p role="status" className="font-medium tabular-nums">
              {run.done} of {run.count} done
            </p>
            <p className="text-muted">It goes on when you leave this page.</p>
          </div>
        ) : null}
        {isPaused && goesOn && dialog === null ? <RefreshItself seconds={15} /> : null}
        {run.message ? (
          <Alert variant={isPaused ? 'default' : 'destructive'} title={titleOf(run)}>
            {run.message}
          </Alert>
        ) : null}
        {run.calls ? <p className="text-sm text-muted tabular-nums">{run.calls}</p> : null}
        {run.isCutOff ? (
          <div>
            <ButtonLink to="/settings">Connect in Settings</ButtonLink>
          </div>
        ) : run.hasUnknown || isPaused ? (
          <PostForm form={{ id: 'settle' }} className="flex flex-wrap items-center gap-3">
            <Button>Check with Xero now</Button>
            <p className="text-sm text-muted">
              Nothing is sent twice: each invoice is looked up by its reference first.
            </p>
          </PostForm>
        ) : null}
        {run.more > 0 ? (
          <p className="text-sm text-muted">
            Not listed here: {run.more} more of this run. What was made stands in{' '}
            <Link to="/invoices" className="link">
              Invoices
            </Link>
            .
          </p>
        ) : null}
        <div className="card">
          <table className="data-table">
            <caption className="sr-only">Invoices of this run</caption>
            <thead>
              <tr>
                <th scope="col">Client</th>
                <th scope="col">Month</th>
                <th scope="col" className="numeric">
                  Total with VAT
                </th>
                <th scope="col">Status</th>
                <th scope="col">Xero Invoice</th>
              </tr>
            </thead>
            <tbody>
              {run.invoices.map((invoice) => (
                <tr key={invoice.id}>
                  <td data-label="Client" className="leading font-medium wrap-anywhere">
                    {invoice.client}
                  </td>
                  <td data-label="Month">
                    {invoice.isMade ? (
                      <Link to={`/invoices/${invoice.id}`} className="link">
                        {invoice.month}
                      </Link>
                    ) : (
                      invoice.month
                    )}
                  </td>
                  <td data-label="Total with VAT" className="numeric">
                    {invoice.total}
                  </td>
                  <td data-label="Status">
                    <Badge tone={TONES[invoice.state]}>{invoice.label}</Badge>
                    {invoice.message ? (
                      <span className="block text-xs wrap-anywhere text-muted">
                        {invoice.message}
                      </span>
                    ) : null}
                    {invoice.canBeFreed ? (
                      <Link
                        to={`/work-logs/invoice-runs/${run.id}/free/${invoice.id}`}
                        className="link text-xs"
                        aria-label={`It is not in Xero; free the logs of ${invoice.client}, ${invoice.month}`}
                      >
                        It is not in Xero; free its logs
                      </Link>
                    ) : null}
                  </td>
                  <td data-label="Xero Invoice">
                    {invoice.url ? (
                      <a href={invoice.url} target="_blank" rel="noreferrer" className="link">
                        {invoice.number}
                      </a>
                    ) : (
                      <span className="text-muted">–</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </>
  );
}

type Run = ReturnType<typeof useLoaderData<typeof loader>>;

function titleOf({ isCutOff, organisation, resumeAt }: Run): string {
  if (isCutOff) return `Waits for the connection to ${organisation}`;
  return resumeAt ? `Goes on by itself: ${resumeAt}` : 'Stopped';
}
