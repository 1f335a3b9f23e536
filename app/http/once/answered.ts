import { cookieName, isSecure } from '../cookie-name.ts';

/**
 * A cookie of ten minutes that names the forms whose answers the browser has: who sends the same again then wants
 * it again, and whose answer was lost on the line does not.
 */
const NAME = 'answered';
const SECONDS = 600;
/** As many of edits as of others: many edits push out nothing that is asked about. */
const MOST = 20;

/** What the names of savings of edit forms begin with, which may be changed and saved again with their key. */
export const EDIT = '_e';

/** Enough of a one-time key to tell it from a person's others of ten minutes. */
const nameOf = (key: string) => key.replace(/[^\w-]/g, '').slice(0, 8);

/** The names in a request's cookie, the last one first. */
export function answeredIn(request: Request): string[] {
  const [, names = ''] =
    /(?:^|; )(?:__Host-)?answered=([\w.-]*)/.exec(request.headers.get('Cookie') ?? '') ?? [];
  return names.split('.').filter((name) => name !== '');
}

/** What stands for a key where the answer is a page that is shown later: that of a batch of rewrites. */
export const keyOfBatch = (id: number) => `b${id.toString(36)}`;

/** Whether the browser has the answer to the form with a key. */
export const isAnswered = (answered: string[], key: string) => answered.includes(nameOf(key));

/** The `Set-Cookie` header of the answer to the form with a key. */
export function alsoAnswered(config: { origin: string }, answered: string[], key: string): string {
  const [edits, others]: [string[], string[]] = [[], []];
  for (const name of new Set([nameOf(key), ...answered])) {
    (name.startsWith(EDIT) ? edits : others).push(name);
  }
  const names = [...others.slice(0, MOST), ...edits.slice(0, MOST)].join('.');
  const secure = isSecure(config) ? ' Secure;' : '';
  return `${cookieName(config, NAME)}=${names}; Max-Age=${SECONDS}; Path=/; HttpOnly;${secure} SameSite=Lax`;
}
