import type { Paper } from './paper.server.ts';

type PrintedGroup = Paper['groups'][number];

const CLASSES = { numbers: 'numeric', texts: 'wrap-anywhere', dates: 'whitespace-nowrap' } as const;

type Props = Pick<Paper['printed'], 'title' | 'columns'> & { groups: PrintedGroup[] };

/** The rows of a printed list; on a phone each is a few lines. */
export function PrintedTable({ title, columns, groups }: Props) {
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
        <Group key={group.title ?? ''} {...group} columns={columns} />
      ))}
    </table>
  );
}

function Group({ title, rows, sum, columns }: PrintedGroup & Pick<Props, 'columns'>) {
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
