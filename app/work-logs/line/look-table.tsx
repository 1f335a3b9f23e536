import type { Look } from './submit-line.server.ts';

/** What several lines were understood as, a row each. */
export function LookTable({ rows }: Pick<Look, 'rows'>) {
  return (
    <div className="card">
      <table className="data-table">
        <caption className="sr-only">What was understood of each line</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Duration</th>
            <th scope="col">Client</th>
            <th scope="col">Work Type</th>
            <th scope="col">Date</th>
            <th scope="col">Description</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={index} row={row} number={index + 1} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  row: { said, worth, problems },
  number,
}: {
  row: Look['rows'][number];
  number: number;
}) {
  const parts = [said.duration, said.client, said.workType, said.date];
  return (
    <tr>
      <td data-label="Line" className="tabular-nums">
        {number}
      </td>
      {parts.map(({ label, text, isClear }) => (
        <td key={label} data-label={label} className={isClear ? undefined : 'text-danger'}>
          {text}
        </td>
      ))}
      <td data-label="Description" className="wrap-anywhere">
        {said.description.text}
        {worth ? <span className="block text-xs text-muted">{worth}</span> : null}
        {problems.length > 0 ? (
          <span className="block text-danger">{problems.join(' ')}</span>
        ) : null}
      </td>
    </tr>
  );
}
