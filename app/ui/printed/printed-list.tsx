import { Button, ButtonLink } from '../button.tsx';
import { useIsHydrated } from '../scripts/hydration.ts';
import { AS_IT_IS, usePageOnly } from '../scripts/page-only.tsx';
import { PRINTED_CLASS, PRINTED_GROUPS, type Printed, type PrintedGroup } from './printed.ts';

/**
 * A list made to be printed: every row that matches, black on white, with its sums. Nothing in it needs
 * a script; where scripts run, a button opens the browser's own dialog. `groups` is null where the rows
 * are in the document's HTML alone (`context.pageOnly`, {@link PRINTED_GROUPS}).
 */
export function PrintedList({
  printed,
  groups: given,
}: {
  printed: Printed;
  groups: PrintedGroup[] | null;
}) {
  const isHydrated = useIsHydrated();
  const groups = usePageOnly(PRINTED_GROUPS, given);
  const { title, about, madeAt, sums, stopped, back } = printed;
  return (
    <article className="statement printed grid gap-4 rounded-xl border border-line bg-raised px-4 py-6 shadow-raised sm:px-8 sm:py-8">
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
          {sums.map(({ label, value }) => (
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
  const classes = columns.map(({ holds }) => holds && PRINTED_CLASS[holds]);
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
      {rows.map(({ key, cells, note }) => (
        <tbody key={key}>
          <tr>
            {cells.map((cell, index) => (
              <td key={index} data-label={columns[index]?.label} className={classes[index]}>
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
