import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { pageFor } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { printedPage } from './lists.server.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import { AS_IT_IS, usePageOnly } from '../../ui/scripts/page-only.tsx';
import type { Paper } from './paper.server.ts';

/** The printed pages of all lists: one module under several addresses. */
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(`${data?.printed.title ?? 'List'}, printed`)({ matches });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  try {
    const { printed, groups } = await printedPage(context, new URL(request.url));
    if (context.isDataRequest) return { printed, groups };
    context.pageOnly = { [PRINTED_GROUPS]: groups };
    return { printed, groups: null };
  } catch (error) {
    throw pageFor(error);
  }
}

const CLASSES = { numbers: 'numeric', texts: 'wrap-anywhere', dates: 'whitespace-nowrap' } as const;

type Printed = Paper['printed'];
/** Rows under a heading of their own, such as a day of a week, with what they come to. */
type PrintedGroup = Paper['groups'][number];

/** The name under which a page's groups are in its HTML alone (`usePageOnly`). */
const PRINTED_GROUPS = 'printed';

/** Every row that matches, black on white, with its sums. Nothing in it needs a script. */
export default function PrintedList() {
  const { printed, groups: given } = useLoaderData<typeof loader>();
  const isHydrated = useIsHydrated();
  const groups = usePageOnly(PRINTED_GROUPS, given);
  const { title, about, madeAt, sums, stopped, back } = printed;
  return (
    <article className="statement printed grid gap-4 rounded-lg border border-line bg-raised px-4 py-6 sm:px-8 sm:py-8">
      <div className="no-print flex flex-wrap gap-2">
        <ButtonLink to={back.to} variant="secondary">
          {`Back to ${back.label}`}
        </ButtonLink>
        {isHydrated ? (
          <Button
            type="button"
            onClick={() => {
              window.print();
            }}
          >
            Print
          </Button>
        ) : null}
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
        {groups === null ? null : <PrintedTable printed={printed} groups={groups} />}
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

function PrintedTable({ printed, groups }: { printed: Printed; groups: PrintedGroup[] }) {
  const { title, columns } = printed;
  if (groups.every(({ rows }) => rows.length === 0)) {
    return <p className="py-6 text-sm">There is nothing to print: no row matches.</p>;
  }
  return (
    <table className="statement-table printed-table">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          {columns.map(({ label, holds }) => (
            <th key={label} scope="col" className={holds === 'numbers' ? 'numeric' : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <Group key={group.title ?? ''} group={group} columns={columns} />
      ))}
    </table>
  );
}

function Group({
  group: { title, rows, sum },
  columns,
}: {
  group: PrintedGroup;
  columns: Printed['columns'];
}) {
  const classes = columns.map(({ holds }) => (holds === null ? undefined : CLASSES[holds]));
  return (
    <>
      {title === null ? null : (
        <tbody className="printed-heading">
          <tr>
            <th scope="rowgroup" colSpan={columns.length}>
              {title}
              {sum === null ? null : <span className="float-right">{sum}</span>}
            </th>
          </tr>
        </tbody>
      )}
      {rows.map(({ cells, note }, index) => (
        <tbody key={index}>
          <tr>
            {cells.map((cell, at) => (
              <td key={at} data-label={columns[at]?.label} className={classes[at]}>
                {cell}
              </td>
            ))}
          </tr>
          {note ? (
            <tr className="printed-note">
              <td colSpan={columns.length}>{note}</td>
            </tr>
          ) : null}
        </tbody>
      ))}
    </>
  );
}
