/** What parts words, and is no part of a name that is compared. */
const BETWEEN = /[\s\p{P}\p{Z}\p{C}]+/gu;

/**
 * What a name is compared by: two names are twins, most likely one customer's, where they share one of these. So are
 * names that differ by case, blanks, punctuation and forms of Unicode; by “&” and “and”; by “Ltd” and “Limited”.
 * A name without anything else is compared as it is.
 */
export function twinKeys(name: string): string[] {
  // Some letters have capitals that are several signs, which may combine anew.
  const capitals = name.normalize('NFKC').toUpperCase().normalize('NFKC');
  const words = capitals
    .split(BETWEEN)
    .filter((word) => word !== 'AND')
    .map((word) => (word === 'LIMITED' ? 'LTD' : word));
  const keys = [capitals.replace(BETWEEN, ''), words.join('')].filter((key) => key !== '');
  return keys.length === 0 ? [capitals] : [...new Set(keys)];
}

/** Names among which twins are looked for. */
export type Twins<Named> = {
  add: (one: Named) => void;
  /** The first one whose name is a twin of this; null where there is none, or one has the very same name. */
  find: (name: string) => Named | null;
};

/** Gathers names, so that the twin of one can be found among many. */
export function gatherTwins<Named extends { name: string }>(all: Iterable<Named>): Twins<Named> {
  const same = new Set<string>();
  const byKey = new Map<string, Named>();
  const add = (one: Named) => {
    same.add(one.name);
    for (const key of twinKeys(one.name)) if (!byKey.has(key)) byKey.set(key, one);
  };
  for (const one of all) add(one);
  const find = (name: string) =>
    same.has(name) ? null : (twinKeys(name).flatMap((key) => byKey.get(key) ?? [])[0] ?? null);
  return { add, find };
}

/** What tells clients apart whose names do not. */
const MARKS = ['email', 'contactPerson', 'reference'] as const;

type Marked = { id: number; name: string } & Record<(typeof MARKS)[number], string | null>;

/** By id, the labels of clients whose names are twins, which say what else is known of each; others have none. */
export function tellApart(all: Marked[]): Map<number, string> {
  const counts = new Map<string, number>();
  for (const key of all.flatMap(({ name }) => twinKeys(name)))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  const twins = all.filter(({ name }) => twinKeys(name).some((key) => (counts.get(key) ?? 0) > 1));
  const labelOf = ({ id, name, ...marks }: Marked) =>
    `${name} (${[MARKS.map((mark) => marks[mark]).find(Boolean), `No ${id}`].filter(Boolean).join(', ')})`;
  return new Map(twins.map((one) => [one.id, labelOf(one)]));
}
