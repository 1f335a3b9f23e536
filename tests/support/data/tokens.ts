import { makeToken } from '#app/auth/tokens/tokens.server.ts';
import type { NewToken } from '#app/auth/tokens/tokens.server.ts';
import type { TestServer } from '../server/test-server.ts';
import { visit, type Answer, type Visitor } from '../server/visitor.ts';

/** A program with a token. */
export type Program = {
  id: number;
  token: string;
  headers: Record<string, string>;
  /** Calls the API with the token; `visitor`: with what a browser has besides. */
  call: (method: string, path: string, body?: unknown, visitor?: Visitor) => Promise<Answer>;
};

/** A program with a new token of a person: for everything, unless `more` says otherwise. */
export function programOf(
  server: Pick<TestServer, 'services' | 'url'>,
  userId: number,
  more: Partial<NewToken> = {},
): Program {
  const wanted: NewToken = {
    ...{ name: 'Button', scopes: ['all'], days: null, writesBackDays: null },
    ...more,
  };
  const { id, token } = makeToken(server.services, userId, wanted);
  const headers = { Authorization: `Bearer ${token}` };
  return {
    ...{ id, token, headers },
    call: (method, path, body, visitor = visit(server)) => visitor.api(method, path, body, headers),
  };
}
