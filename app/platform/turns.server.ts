/** The last piece of work under way for each name, by the object that it works with. */
const turnsAt = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs work for these names when all work that was begun for one of them before has ended, so that
 * it finds what that made.
 */
export async function inTurn<Result>(
  owner: object,
  names: string[],
  run: () => Promise<Result>,
): Promise<Result> {
  const turns = turnsAt.get(owner) ?? new Map<string, Promise<unknown>>();
  turnsAt.set(owner, turns);
  const mine = Promise.allSettled(names.map((name) => turns.get(name) ?? Promise.resolve())).then(
    run,
  );
  for (const name of names) turns.set(name, mine);
  try {
    return await mine;
  } finally {
    for (const name of names) if (turns.get(name) === mine) turns.delete(name);
  }
}
