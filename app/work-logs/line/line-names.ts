import { plain, resolve, type Named, type Part, type Fit, type NameFinder } from './names.ts';

/** Small words, such as “and”: they name nothing by themselves, even where they are part of a name. */
const SMALL_WORDS = new Set(
  'a about an and are as at be by for from he her his i in into is it its me my new no not of off on or our out over she so that the their then they this to up us was we were will with you your'.split(
    ' ',
  ),
);
const MOST_NAME_WORDS = 4;

/** Words of the line that fit names. */
export type Found = { at: number; count: number; words: string; fits: Word['fits'] };

/** The client and the work type that a line names, and the words that say so. */
export type Names = { client: Part<Named>; workType: Part<Named>; used: Found[] };

/** The words of a line, without those that are taken, and what they are read against. */
export type Line = { words: (Word | null)[]; finders: Finders };

/**
 * Whether a name that follows a complete front still belongs to it: because it goes on with the name before
 * it, or contradicts that name by a whole word. Otherwise it begins the description.
 */
export function belongs({ finders }: Line, found: Found[], next: Found): boolean {
  const kinds = Object.keys(finders) as Kind[];
  const isStrong = kinds.some((kind) =>
    next.fits[kind].some(({ strength }) => strength !== 'start'),
  );
  const before = found.at(-1);
  if (!isStrong || !before || found.some(({ words }) => words === next.words)) return false;
  const { client, workType } = settle([...found, next]);
  if (client.state !== 'known' || workType.state !== 'known') return true;
  return (
    before.at + before.count === next.at &&
    kinds.some((kind) => {
      const has = ({ fits }: Found) =>
        fits[kind].some(({ option }) => option === (kind === 'client' ? client : workType).value);
      return has(before) && has(next);
    })
  );
}

/** The names anywhere in a line; a word outside its front needs three letters. */
export function namesIn(line: Line, frontEnd: number): Names {
  const found: Found[] = [];
  for (let at = 0; at < line.words.length; at += 1) {
    const name = nameAt(line, at, at < frontEnd ? 2 : 3);
    if (!name) continue;
    // Of two equal words the last one is the name; the other belongs to the description.
    const same = found.findIndex(({ words }) => words === name.words);
    if (same >= 0) found.splice(same, 1);
    found.push(name);
    at += name.count - 1;
  }
  return settle(found);
}

/** The longest name that begins at a word. */
export function nameAt({ words, finders }: Line, at: number, fewestLetters: number): Found | null {
  const first = words[at];
  if (!first || first.quoted === 'text') return null;
  if (first.quoted === 'name') return { at, count: 1, words: first.raw, fits: first.fits };
  if (plain(first.raw) === '') return null;
  for (let count = Math.min(MOST_NAME_WORDS, words.length - at); count > 0; count -= 1) {
    const some = words.slice(at, at + count);
    if (!some.every((word) => word?.quoted === null)) continue;
    // Signs at the end are no part of a name.
    if (plain(some.at(-1)?.raw ?? '') === '') continue;
    const text = plain(some.map((word) => word?.raw).join(' '));
    const fitting = (kind: Kind) =>
      finders[kind].find(text).filter(({ strength }) => {
        if (strength === 'exact') return true;
        if (count === 1 && SMALL_WORDS.has(text)) return false;
        return text.length >= fewestLetters && (strength === 'word' || !/^\d+$/.test(text));
      });
    const fits = { client: fitting('client'), workType: fitting('workType') };
    if (fits.client.length + fits.workType.length > 0) return { at, count, words: text, fits };
  }
  return null;
}

/** The most words that may name a client as well as a work type. */
const MOST_DOUBTS = 6;

/** Decides which client and which work type the found words name. */
export function settle(found: Found[]): Names {
  const isDoubtful = ({ fits }: Found) => fits.client.length > 0 && fits.workType.length > 0;
  const doubtful = found.filter(isDoubtful).slice(0, MOST_DOUBTS);
  let best: Names[] = [];
  let most = -1;
  for (let way = 0; way < 2 ** doubtful.length; way += 1) {
    const names = settleAs(found, (one) => {
      const index = doubtful.indexOf(one);
      if (index >= 0) return (way >> index) % 2 === 0 ? 'client' : 'workType';
      return one.fits.workType.length > 0 ? 'workType' : 'client';
    });
    const known = [names.client, names.workType].filter(({ state }) => state === 'known').length;
    if (known > most) [best, most] = [[], known];
    if (known === most) best.push(names);
  }
  const [first] = best;
  if (!first || best.length === 1) return first ?? settleAs([], () => 'client');
  return {
    client: agreed(best.map(({ client }) => client)),
    workType: agreed(best.map(({ workType }) => workType)),
    used: first.used,
  };
}

/** What all ways to read the same words agree on. */
function agreed(parts: Part<Named>[]): Part<Named> {
  const [first = { state: 'missing' }] = parts;
  const values = [...new Set(parts.flatMap(namesOf))];
  if (parts.every(({ state }) => state === 'known') && values.length === 1) return first;
  return values.length === 0 ? { state: 'missing' } : { state: 'ambiguous', among: values };
}

function namesOf(part: Part<Named>): Named[] {
  if (part.state === 'missing') return [];
  return part.state === 'known' ? [part.value] : part.among;
}

function settleAs(found: Found[], kindOf: (one: Found) => Kind): Names {
  const of = (kind: Kind) => {
    const words = found.filter((one) => kindOf(one) === kind);
    const { part, used } = resolve(words.map((from) => ({ ...from, fits: from.fits[kind], from })));
    return { part, used: used.map(({ from }) => from) };
  };
  const client = of('client');
  const workType = of('workType');
  return {
    client: client.part,
    workType: workType.part,
    used: [...client.used, ...workType.used],
  };
}

/** A client or a work type: what the words of a line may name. */
export type Kind = 'client' | 'workType';

/** A word of a line, or a quoted text. */
export type Word = {
  raw: string;
  start: number;
  end: number;
  /** A quoted text is a name in full, or description. */
  quoted: null | 'name' | 'text';
  /** The names that a quoted name is. */
  fits: Record<Kind, Fit<Named>[]>;
};

/** The names that a line is read against. */
export type Finders = Record<Kind, { options: Named[]; find: NameFinder<Named> }>;

const QUOTES: Record<string, string> = { '"': '"', '“': '”' };
/** A name in full, as a line has it between quotes; it may have quotes itself. */
export const inQuotes = (name: string) => `"${name}"`;

const NO_FITS = { client: [], workType: [] };
/** What may follow a closing quote. */
const AFTER = /^[:,;.!?)]*(?=\s|$)/;

/** Cuts a line into its words. */
export function wordsOfLine(line: string, finders: Finders): Word[] {
  const words: Word[] = [];
  const beginning = /\S/g;
  for (let at = 0; ;) {
    beginning.lastIndex = at;
    const start = beginning.exec(line)?.index;
    if (start === undefined) return words;
    const raw = /^\S+/.exec(line.slice(start))?.[0] ?? '';
    const plainly = { raw, start, end: start + raw.length, quoted: null, fits: NO_FITS };
    const word = quotedAt(line, start, finders) ?? plainly;
    words.push(word);
    at = word.end;
  }
}

/** A quoted text: a name, or description. */
function quotedAt(line: string, start: number, finders: Finders): Word | null {
  const close = QUOTES[line.charAt(start)];
  if (close === undefined) return null;
  const inner = line.slice(start + 1);
  const word = (length: number, { client, workType }: Word['fits']): Word => {
    const closed = start + length + 2;
    const end = closed + (AFTER.exec(line.slice(closed))?.[0].length ?? 0);
    const quoted = client.length + workType.length > 0 ? 'name' : 'text';
    return { raw: line.slice(start, end), start, end, quoted, fits: { client, workType } };
  };
  // A name exactly as it is written may have quotes itself.
  const isHere = ({ name }: Named) =>
    inner.startsWith(name + close) && AFTER.test(inner.slice(name.length + close.length));
  const client = finders.client.options.filter(isHere);
  const workType = finders.workType.options.filter(isHere);
  const longest = Math.max(0, ...[...client, ...workType].map(({ name }) => name.length));
  if (longest > 0) {
    const exact = (options: Named[]) =>
      options
        .filter(({ name }) => name.length === longest)
        .map((option): Fit<Named> => ({ option, strength: 'exact' }));
    return word(longest, { client: exact(client), workType: exact(workType) });
  }
  // Else the text up to the next quote, a name but for its case and signs.
  let length = inner.indexOf(close);
  while (length >= 0 && !AFTER.test(inner.slice(length + 1)))
    length = inner.indexOf(close, length + 1);
  if (length < 0) return null;
  const words = plain(inner.slice(0, length));
  const inFull = (kind: Kind) =>
    words === '' ? [] : finders[kind].find(words).filter(({ strength }) => strength === 'exact');
  return word(length, { client: inFull('client'), workType: inFull('workType') });
}
