import { nameFinder, plain, type Named } from '../../work-logs/line/names.ts';

/** What a typed name comes to: one of the options, or a sentence about why none was taken. */
export type ChoiceReading = { id: number; sentence?: undefined } | { sentence: string };

const MOST_NAMED = 4;

const MARKED = /^(.*?)\s*\(#([1-9]\d{0,14})\)$/;

/**
 * The option that a typed text means: the one that is shown as it, the one with this name, the one that
 * it marks; else the only one that it may be the beginning of, or of a word of it. `(#12)` behind a name
 * tells two of the same name apart, but a name may end so itself.
 */
export function readChoice(text: string, options: Named[], what: string): ChoiceReading {
  const typed = tidy(text);
  const fits = nameFinder(options)(plain(typed));
  const exact = fits.filter(({ strength }) => strength === 'exact').map(({ option }) => option);
  const found =
    [
      shownAs(options, (shown) => tidy(shown) === typed),
      options.filter(({ name }) => tidy(name) === typed),
      shownAs(options, (shown) => lower(shown) === lower(typed)),
      markedBy(typed, options),
      exact,
    ].find(({ length }) => length > 0) ??
    (plain(typed) === '' ? [] : fits.map(({ option }) => option));
  const [only, ...others] = found;
  if (only === undefined) return { sentence: `No ${what} begins with “${text}”.` };
  if (others.length === 0) return { id: only.id };
  const names = found.slice(0, MOST_NAMED).map((one) => choiceText(one, options));
  const last = found.length > MOST_NAMED ? 'another' : names.pop();
  return { sentence: `Did you mean ${names.join(', ')} or ${last ?? ''}? Type more of the name.` };
}

/** A text as a field of a browser may give it back. */
const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
const lower = (text: string) => tidy(text).toLowerCase();

function shownAs(options: Named[], fits: (text: string) => boolean): Named[] {
  // What stands there is one of the two; which one takes longer to say.
  const near = options.filter((one) => fits(one.name) || fits(markText(one)));
  return near.filter((one) => fits(choiceText(one, options)));
}

/** The option whose id stands behind its name; a page may have marked it while another had its name. */
function markedBy(typed: string, options: Named[]): Named[] {
  const [, name = '', id] = MARKED.exec(typed) ?? [];
  return options.filter((one) => one.id === Number(id) && plain(one.name) === plain(name));
}

/**
 * What stands in a field for an option: its name, with its id where another has the same name, or where
 * the name is what may stand there for another. No two options have the same text.
 */
export function choiceText(option: Named, options: Named[]): string {
  const { id, name } = option;
  const [, , marks] = MARKED.exec(name) ?? [];
  const isTaken = options.some(
    (other) =>
      other.id !== id &&
      (other.name === name || (other.id === Number(marks) && markText(other) === name)),
  );
  return isTaken ? markText(option) : name;
}

const markText = ({ id, name }: Named) => `${name} (#${id})`;

/** A name as a field shows it: as {@link choiceText} has it, also for what can be chosen no more. */
export function nameIn(options: Named[], id: number | null, name: string | null): string | null {
  return id === null || name === null ? name : choiceText({ id, name }, options);
}
