/** A record's JSON, made field by field. */
export function viewBy<Row, Fields extends Record<string, (row: Row) => unknown>>(
  fields: Fields,
  row: Row,
) {
  const said = Object.entries(fields).map(([name, say]) => [name, say(row)]);
  return Object.fromEntries(said) as { [Name in keyof Fields]: ReturnType<Fields[Name]> };
}
