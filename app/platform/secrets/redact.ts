/** Names whose values never reach a log line: headers and the environment write them in several ways (`nameOf`). */
const SECRET_NAMES = new Set([
  ...['authorization', 'cookie', 'setcookie', 'secret', 'password', 'token'],
  ...['accesstoken', 'refreshtoken', 'idtoken', 'apitoken', 'openaiapikey'],
  ...['clientsecret', 'oauth2clientsecret', 'appsecret'],
]);

const nameOf = (name: string) => name.toLowerCase().replace(/[_-]/g, '');

/** So deep nothing is logged, unless it contains itself. */
const DEEPEST = 8;

/** The same values, with `[redacted]` for each that has a secret's name, at any depth. */
export function redact(fields: object, depth = 1): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SECRET_NAMES.has(nameOf(name)) ? '[redacted]' : redactWithin(value, depth),
    ]),
  );
}

function redactWithin(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return '[deeper]';
  // Dates and addresses say themselves how they are written, and so do errors of other programs, with secrets in it.
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const { toJSON } = value as { toJSON: () => unknown };
    return redactWithin(toJSON.call(value), depth + 1);
  }
  if (Array.isArray(value)) return value.map((entry) => redactWithin(entry, depth + 1));
  return redact(value, depth + 1);
}

/** Leaves quoted parts out: they may be what somebody typed, or what the page shows. */
export function withoutQuotes(message: string): string {
  return message.replaceAll(/(["'`“‘]).*(["'`”’])/gs, '$1…$2');
}

/** Leaves email addresses out. */
export function withoutEmails(text: string): string {
  return text.replaceAll(/[^\s<>"'`(),;:=/?&[\]]+(@|%40)[\w.-]+/g, '[email]');
}
