import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { send, show } from '../../auth/press.server.ts';
import { orPage } from '../../http/form/submit.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { formatBritishDay } from '../../lib/calendar.ts';
import { formatCount, oneOrSeveral } from '../../lib/count.ts';
import { formatDuration } from '../../lib/duration.ts';
import { notFound } from '../../lib/errors.ts';
import { formatPounds } from '../../lib/money.ts';
import { pageTitle } from '../../lib/product.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PostForm } from '../../ui/form.tsx';
import { Heads } from '../../ui/heads.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { RepriceBody, sayMany, type RepriceOf } from './many.ts';
import { planRepricing, printRepricing, reprice } from './reprice.server.ts';

export const meta = pageTitle('Reprice');

const SHOWN = 10;

/** Whose logs the address names. Throws 404. */
function ofAddress({ searchParams }: URL): RepriceOf {
  const of = RepriceBody.safeParse(Object.fromEntries(searchParams));
  if (!of.success) throw notFound('The client or work type');
  return of.data;
}

const backOf = ({ clientId }: RepriceOf) => (clientId ? `/clients/${clientId}` : '/settings');

export const loader = show(({ context, url }) => {
  const of = ofAddress(url);
  const plan = planRepricing(context, of);
  const { logs, before, after } = plan;
  return {
    back: backOf(of),
    count: logs.length,
    before: formatPounds(before),
    after: formatPounds(after),
    more: Math.max(logs.length - SHOWN, 0),
    rows: logs.slice(0, SHOWN).map(({ log, ratePence, totalPence }) => ({
      id: log.id,
      date: formatBritishDay(log.day),
      client: log.clientName,
      workType: log.workTypeName,
      description: log.description,
      duration: formatDuration(log.duration),
      rate: `${formatPounds(log.hourlyRatePence)} → ${formatPounds(ratePence)}`,
      amount: `${formatPounds(log.totalPence)} → ${formatPounds(totalPence)}`,
    })),
    as: printRepricing(plan),
    oneTimeKey: newOneTimeKey(),
  };
});

export const action = send({ schema: z.object({ as: z.string() }) }, ({ context, url }) => {
  const of = orPage(() => ofAddress(url));
  return {
    button: { backTo: `${url.pathname}${url.search}` },
    run: ({ as }) => reprice(context, of, as).done,
    goTo: backOf(of),
    success: sayMany,
    failure: 'Failed to reprice',
  };
});

/** The logs that are still at an old rate, with the sums before and after, and the button that reprices them. */
export default function Reprice() {
  const { back, count, before, after, more, rows, as, oneTimeKey } = useLoaderData<typeof loader>();
  const what = oneOrSeveral(count, '1 unbilled log', '# unbilled logs');
  if (count === 0)
    return (
      <>
        <PageHeader title="Reprice" />
        <EmptyState title="Nothing to reprice">
          All unbilled logs have the rates of today.
        </EmptyState>
      </>
    );
  return (
    <div className="parts">
      <PageHeader title={`Reprice ${what}`} subtitle={`${before} becomes ${after}`} />
      <p className="text-muted">
        These are billable, on no invoice, and at a rate from before it was changed. Rates that
        somebody typed stay.
      </p>
      <PostForm form={{ id: 'reprice' }} oneTimeKey={oneTimeKey} className="flex flex-wrap gap-2">
        <input type="hidden" name="as" value={as} />
        <Button>Reprice {what}</Button>
        <ButtonLink to={back} variant="secondary">
          Cancel
        </ButtonLink>
      </PostForm>
      <div className="card">
        <table className="data-table">
          <caption className="sr-only">Logs at an old rate</caption>
          <Heads names={['Date', 'Work', 'Duration', 'Rate', 'Amount']} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="date">{row.date}</td>
                <td className="leading cut">
                  {row.client} · {row.workType} <div className="second">{row.description}</div>
                </td>
                <td className="numeric">{row.duration}</td>
                <td className="numeric">{row.rate}</td>
                <td className="numeric main">{row.amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {more > 0 ? <p className="p-3 text-muted">and {formatCount(more)} more</p> : null}
      </div>
    </div>
  );
}
