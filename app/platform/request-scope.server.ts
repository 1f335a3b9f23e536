import { AsyncLocalStorage } from 'node:async_hooks';
import { actingAs, nameActor, SYSTEM, type Actor } from '#db/history/acting.server.ts';

/** What every log line says that a request has caused, also from work that outlives it. */
export type RequestScope = {
  requestId: string;
  userId?: number;
};

const scopes = new AsyncLocalStorage<RequestScope>();

/**
 * Runs what a request asks for, so that log lines tell which request it was, and the history who it
 * is from.
 */
export function inRequest(scope: RequestScope, run: () => void): void {
  scopes.run(scope, () => {
    actingAs(SYSTEM, run);
  });
}

/** Notes who makes the present request: in log lines by id only, in the history by name. `check`: what limits them. */
export function noteUser({
  id,
  name,
  check,
}: Pick<Actor, 'name' | 'check'> & { id: number }): void {
  nameActor({ userId: id, name, check });
  const scope = scopes.getStore();
  if (scope) scope.userId = id;
}

/** The present request; undefined outside of one. */
export function presentRequest(): RequestScope | undefined {
  return scopes.getStore();
}
