/** A row's value of a field in the filter; undefined when there is no such field. */
export type ReadField = (field: string) => string | undefined;

type Condition = (read: ReadField) => boolean;

const TOKEN =
  /\s*(?:(?<open>\()|(?<close>\))|(?<and>AND\b|&&)|(?<or>OR\b|\|\|)|(?<operator>==|!=)|(?<text>"(?:[^"\\]|\\.)*")|(?<guid>Guid\("[^"]*"\))|(?<flag>(?:true|false)\b)|(?<field>[A-Za-z][\w.]*))/giy;

type Token = { kind: string; text: string };

/** A filter or an order that cannot be understood; answered with 400, as Xero does. */
export class QueryError extends Error {}

/**
 * Reads the part of Xero's `where` that the product uses: comparisons with `==` and `!=`,
 * joined by AND and OR, and brackets. Throws QueryError.
 */
export function parseWhere(text: string): Condition {
  const tokens = readTokens(text);
  const condition = readOr(tokens);
  if (tokens.length > 0) throw new QueryError(`unexpected ${tokens[0]?.text ?? ''}`);
  return condition;
}

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  let end = 0;
  while (text.slice(end).trim() !== '') {
    const match = TOKEN.exec(text);
    if (!match?.groups) throw new QueryError(`cannot read ${text.slice(end, end + 20)}`);
    const [kind = '', value = ''] =
      Object.entries(match.groups).find(
        ([, group]) => (group as string | undefined) !== undefined,
      ) ?? [];
    tokens.push({ kind, text: value });
    end = TOKEN.lastIndex;
  }
  return tokens;
}

function readOr(tokens: Token[]): Condition {
  let condition = readAnd(tokens);
  while (tokens[0]?.kind === 'or') {
    tokens.shift();
    const [left, right] = [condition, readAnd(tokens)];
    condition = (read) => left(read) || right(read);
  }
  return condition;
}

function readAnd(tokens: Token[]): Condition {
  let condition = readOne(tokens);
  while (tokens[0]?.kind === 'and') {
    tokens.shift();
    const [left, right] = [condition, readOne(tokens)];
    condition = (read) => left(read) && right(read);
  }
  return condition;
}

function readOne(tokens: Token[]): Condition {
  const first = tokens.shift();
  if (first?.kind === 'open') {
    const condition = readOr(tokens);
    if (tokens.shift()?.kind !== 'close') throw new QueryError('a bracket is missing');
    return condition;
  }
  const operator = tokens.shift();
  const value = tokens.shift();
  if (first?.kind !== 'field' || operator?.kind !== 'operator' || !value) {
    throw new QueryError('a comparison is incomplete');
  }
  const wanted = readValue(value);
  const isEqual = operator.text === '==';
  return (read) => {
    const found = read(first.text);
    if (found === undefined) throw new QueryError(`no property ${first.text} exists`);
    return (found.toLowerCase() === wanted.toLowerCase()) === isEqual;
  };
}

function readValue({ kind, text }: Token): string {
  if (kind === 'guid') return text.slice(6, -2);
  if (kind === 'flag') return text;
  if (kind !== 'text') throw new QueryError(`${text} is not a value`);
  return text.slice(1, -1).replace(/\\(.)/g, '$1');
}
