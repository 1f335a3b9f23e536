import { nameFinder, plain, type Named } from '../../work-logs/line/names.ts';

/** What a typed name comes to: one of the options, or a sentence about why none was taken. */
export type ChoiceReading = { id: number; sentence?: undefined } | { sentence: string };

/** How many names a sentence lists. */
const MOST_NAMED = 4;

/**
 * The option that a typed text means: the one with this name; else the only one that it may be the
 * beginning of, or of a word of it. `(#12)` behind a name tells two of the same name apart.
 */
export function readChoice(text: string, options: Named[], what: string): ChoiceReading {
  const [, name = text, id] = /^(.*?)\s*\(#([1-9]\d{0,14})\)\s*$/.exec(text) ?? [];
  const among = id === undefined ? options : options.filter((one) => one.id === Number(id));
  const same = among.filter((one) => one.name.trim() === name.trim());
  const fits = nameFinder(among)(plain(name));
  const exact = fits.filter(({ strength }) => strength === 'exact').map(({ option }) => option);
  const found =
    [same, exact].find(({ length }) => length > 0) ??
    (plain(name) === '' ? [] : fits.map(({ option }) => option));
  const [only, ...others] = found;
  if (only === undefined) return { sentence: `There is no ${what} that begins like “${text}”.` };
  if (others.length === 0) return { id: only.id };
  const names = found.slice(0, MOST_NAMED).map((one) => choiceText(one, options));
  const last = found.length > MOST_NAMED ? 'another' : names.pop();
  return { sentence: `It may be ${names.join(', ')} or ${last ?? ''}. Type more of it.` };
}

/** What stands in a field for an option: its name, with its id where another has the same name. */
export function choiceText(option: Named, options: Named[]): string {
  const isShared = options.some(({ id, name }) => id !== option.id && name === option.name);
  return isShared ? `${option.name} (#${option.id})` : option.name;
}
