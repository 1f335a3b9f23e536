import type { Scope } from '#db/words.ts';
import type { Token } from '../../http/token.ts';
import { ProductError } from '../../lib/errors.ts';

export { TOKEN_SCOPES, type Scope } from '#db/words.ts';

/** What each scope lets a program do, in words. */
export const SCOPE_SAYS: Readonly<Record<Scope, { label: string; says: string }>> = {
  read: { label: 'Read', says: 'see everything' },
  log: { label: 'Log', says: 'work logs, timer, clients, jobs, work types, imports' },
  review: { label: 'Review', says: 'tasks in review, rules, rewriting by AI' },
  invoice: { label: 'Invoice', says: 'create invoices and take them back' },
  all: { label: 'Everything', says: 'all of these, settings and people too' },
  propose: { label: 'Propose', says: 'whatever it logs waits in review' },
};

/** Whether a token holds a scope; of whoever is signed in without one (null), always. */
export const hasScope = (token: Pick<Token, 'scopes'> | null, scope: Scope): boolean =>
  token === null || token.scopes.includes('all') || token.scopes.includes(scope);

/** Throws 403 where the program that asks has a token without this scope. */
export function requireScope({ token }: { token: Token | null }, scope: Scope): void {
  if (hasScope(token, scope)) return;
  throw new ProductError(
    403,
    `This token does not have the scope “${scope}”, so nothing was done. Make one that has it in Settings, under Tokens.`,
  );
}

/** After how many days a token expires, and how many days back it may write, each in words. */
export const EXPIRIES = { 30: '30 days', 90: '90 days', 365: 'A year', never: 'Never' } as const;
export const WRITES_BACK = { 7: '7 days', 31: '31 days', any: 'Any day' } as const;
