import { plain, type Fit, type Named, type NameFinder } from './names.ts';

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
    const word = quotedAt(line, start, finders) ?? wordAt(line, start);
    words.push(word);
    at = word.end;
  }
}

function wordAt(line: string, start: number): Word {
  const raw = /^\S+/.exec(line.slice(start))?.[0] ?? '';
  return { raw, start, end: start + raw.length, quoted: null, fits: NO_FITS };
}

function quotedAt(line: string, start: number, finders: Finders): Word | null {
  const close = QUOTES[line.charAt(start)];
  if (close === undefined) return null;
  const inner = line.slice(start + 1);
  return (
    nameAt(line, { start, inner, close, finders }) ?? textAt(line, { start, inner, close, finders })
  );
}

type Quoted = { start: number; inner: string; close: string; finders: Finders };

/** A name exactly as it is written; it may have quotes itself. */
function nameAt(line: string, { start, inner, close, finders }: Quoted): Word | null {
  const isHere = ({ name }: Named) =>
    inner.startsWith(name + close) && AFTER.test(inner.slice(name.length + close.length));
  const client = finders.client.options.filter(isHere);
  const workType = finders.workType.options.filter(isHere);
  const length = Math.max(0, ...[...client, ...workType].map(({ name }) => name.length));
  if (length === 0) return null;
  const fits = (options: Named[]) =>
    options
      .filter(({ name }) => name.length === length)
      .map((option): Fit<Named> => ({ option, strength: 'exact' }));
  const found = { client: fits(client), workType: fits(workType) };
  return quotedWord(line, { start, length, quoted: 'name', fits: found });
}

/** A text up to the next quote: a name but for its case and signs, or description. */
function textAt(line: string, { start, inner, close, finders }: Quoted): Word | null {
  let length = inner.indexOf(close);
  while (length >= 0 && !AFTER.test(inner.slice(length + 1)))
    length = inner.indexOf(close, length + 1);
  if (length < 0) return null;
  const words = plain(inner.slice(0, length));
  const inFull = (kind: Kind) =>
    words === '' ? [] : finders[kind].find(words).filter(({ strength }) => strength === 'exact');
  const fits = { client: inFull('client'), workType: inFull('workType') };
  const isName = fits.client.length + fits.workType.length > 0;
  return quotedWord(line, { start, length, quoted: isName ? 'name' : 'text', fits });
}

function quotedWord(
  line: string,
  {
    start,
    length,
    quoted,
    fits,
  }: { start: number; length: number } & Pick<Word, 'quoted' | 'fits'>,
): Word {
  const closed = start + length + 2;
  const end = closed + (AFTER.exec(line.slice(closed))?.[0].length ?? 0);
  return { raw: line.slice(start, end), start, end, quoted, fits };
}
