import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { show } from '../../auth/press.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { printedPage } from './lists.server.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { AS_IT_IS, usePageOnly } from '../../ui/scripts/page-only.tsx';
import { PrintedTable } from './printed-table.tsx';

/** The printed pages of all lists: one module under several addresses. */
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`${data?.printed.title ?? 'List'}, printed`)({ matches });

export const loader = show(async ({ context, url }) => {
  const { printed, groups } = await printedPage(context, url);
  if (context.isDataRequest) return { printed, groups };
  context.pageOnly = { [PRINTED_GROUPS]: groups };
  return { printed, groups: null };
});

/** The name under which a page's groups are in its HTML alone (`usePageOnly`). */
const PRINTED_GROUPS = 'printed';

/** Every row that matches, black on white, with its sums. Nothing in it needs a script. */
export default function PrintedList() {
  const { printed, groups: given } = useLoaderData<typeof loader>();
  const groups = usePageOnly(PRINTED_GROUPS, given);
  const { title, about, madeAt, sums, stopped, back, next } = printed;
  return (
    <article className="statement printed grid gap-4 rounded-lg border border-line bg-raised px-4 py-6 sm:px-8 sm:py-8">
      <div className="no-print flex flex-wrap gap-2">
        <ButtonLink to={back.to} variant="secondary">
          {`Back to ${back.label}`}
        </ButtonLink>
        {next === null ? null : (
          <ButtonLink to={next} variant="secondary">
            Next lines
          </ButtonLink>
        )}
        <PrintButton />
      </div>
      <header>
        <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight wrap-anywhere">
          {title}
        </h1>
        {about.map((line) => (
          <p key={line} className="text-sm wrap-anywhere">
            {line}
          </p>
        ))}
        <p className="text-sm text-muted">{madeAt}</p>
      </header>
      {stopped === null ? null : (
        <p role="note" className="rounded-lg border border-line px-4 py-3 text-sm font-medium">
          {stopped}
        </p>
      )}
      {/* Scripts leave the rows as the server wrote them. */}
      <div {...(groups === null ? AS_IT_IS : {})}>
        {groups === null ? null : <PrintedTable {...printed} groups={groups} />}
      </div>
      {sums.length === 0 ? null : (
        <dl className="keep-together grid justify-end gap-x-6 gap-y-1 text-sm tabular-nums [grid-template-columns:auto_auto]">
          {sums.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="text-right font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}
