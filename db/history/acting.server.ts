import { AsyncLocalStorage } from 'node:async_hooks';
import type { Change } from './records.ts';

/** Who changes something: a person, by id and present name, or a job, which has a name only. */
export type Actor = {
  userId: number | null;
  name: string;
  /** Told of each change before it is kept; where it throws, nothing is. */
  check?: (change: Change) => void;
};

const BY_TOKEN = ', by the token “';

/** The name in the history of a person for whom a program acts. */
export const byToken = (person: string, token: string) => `${person}${BY_TOKEN}${token}”`;

/** The person's name alone. */
export const withoutToken = (by: string) => by.split(BY_TOKEN)[0] ?? by;

/** Said of what no person and no job asked for, such as the first start of the server. */
export const SYSTEM: Actor = { userId: null, name: 'system' };

/** Said of what something else than the product did to the database. */
export const OUTSIDE: Actor = { userId: null, name: 'outside the product' };

/** Said instead of the name of a person who is not there any more. */
export const REMOVED = 'a removed person';

const scopes = new AsyncLocalStorage<{ actor: Actor }>();

/** Runs work, and all that it starts, so that the trail says who did it. */
export function actingAs<Result>(actor: Actor, run: () => Result): Result {
  return scopes.run({ actor }, run);
}

/** Says who acts in the present scope, once that is known: who a request is from. */
export function nameActor(actor: Actor): void {
  const scope = scopes.getStore();
  if (scope) scope.actor = actor;
}

/** Who acts at present. */
export function presentActor(): Actor {
  return scopes.getStore()?.actor ?? SYSTEM;
}

/** Who goes on with what this person began: as they began it, by a token too, where that is at present. */
export function goingOnAs(person: Actor): Actor {
  const actor = presentActor();
  return actor.userId === person.userId ? actor : person;
}
