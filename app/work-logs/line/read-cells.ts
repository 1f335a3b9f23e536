import { readDuration, readSpan } from '../../lib/duration.ts';
import { settle, type Finders, type Found, type Kind, type Names } from './line-names.ts';
import { plain } from './names.ts';
import { isLooseDate, readDate, timeAt } from './read-date.ts';

/** Fewer cells are a line with a tab in it. */
const FEWEST_CELLS = 3;
/** A time behind a date, as spreadsheets write them, and the seconds of a duration. */
const TIME_OF_DATE = /[ t]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?z?$/i;
const SECONDS = /^(\d{1,3}:\d\d):00$/;
/** An amount, which the product works out itself. */
const MONEY = /^-?(?:(?:[£$€]|gbp|eur|usd) ?-?[\d.,]+|[\d.,]+ ?(?:[£$€]|gbp|eur|usd))$/i;
const WHOLE = /^\d+$/;
const NUMBER = /^\d*(?:[.,]\d+)?$/;
const OF_DAY = /^(?:0?[7-9]|1\d|2[0-3]):/;

/**
 * Reads a row that was copied from a spreadsheet, with tabs between its cells; null for what is none. Each cell is one
 * thing, in any order: a name, what the duration may be in minutes, the date, or else a text.
 */
export function readCells(line: string, finders: Finders, today: string) {
  const texts = line.split('\t').map((cell) => cell.trim().replace(/^"\s*(.*?)\s*"$/, '$1'));
  const cells = texts.filter((cell) => cell !== '');
  if (cells.length < FEWEST_CELLS) return null;
  const names = namesOf(cells, finders);
  const isName = new Set(names.used.map(({ at }) => at));
  const rest = cells.filter((_cell, at) => !isName.has(at));
  // `12.11` is a number beside a date, and a date beside a duration.
  const dated = rest.filter((cell) => readDate(cell.replace(TIME_OF_DATE, ''), today));
  const surely = dated.filter((cell) => !NUMBER.test(cell));
  const isTimed = rest.some((cell) => !dated.includes(cell) && minutesIn(cell) !== null);
  const dates = surely.length > 0 ? surely : isTimed ? dated : [];
  const times = rest.filter((cell) => !dates.includes(cell) && minutesIn(cell) !== null);
  // Beside a duration, a whole number is most likely that of a ticket.
  const isTicket = (cell: string) => WHOLE.test(cell) && !times.every((one) => WHOLE.test(one));
  const isOther = (cell: string) =>
    dates.includes(cell) || (times.includes(cell) && !isTicket(cell)) || MONEY.test(cell);
  const date = dateOf(dates, today);
  if (names.used.length === 0 || (times.length === 0 && !date)) return null;
  return { names, ...durationOf(times), date, texts: rest.filter((cell) => !isOther(cell)) };
}

/** A name in full is one before a part of another; a cell that is left may be either's. */
function namesOf(cells: string[], { client, workType }: Finders): Names {
  const found = cells.flatMap((cell, at): Found[] => {
    const words = plain(cell);
    if (words === '' || NUMBER.test(cell) || minutesIn(cell) !== null) return [];
    // Of names alike, a cell means the one that is written exactly so.
    const fitting = ({ find }: Finders[Kind]) => {
      const fits = find(words);
      const same = fits.filter(({ option }) => option.name === cell);
      return same.length > 0 ? same : fits;
    };
    const fits = { client: fitting(client), workType: fitting(workType) };
    return fits.client.length + fits.workType.length > 0 ? [{ at, count: 1, words, fits }] : [];
  });
  const inFull = found.filter(({ fits }) =>
    [...fits.client, ...fits.workType].some(({ strength }) => strength === 'exact'),
  );
  const names = settle(inFull);
  return names.client.state === 'missing' || names.workType.state === 'missing'
    ? settle(found)
    : names;
}

/** The day of the cells of dates: a weekday may stand beside its date. */
function dateOf(cells: string[], today: string): ReturnType<typeof readDate> {
  const [weekday = ''] = cells.filter(isLooseDate);
  const [first = '', second = first] = cells.filter((cell) => !isLooseDate(cell));
  if (second !== first)
    return { problem: `“${second}” is a second day. Leave one of the two cells out.` };
  return readDate(`${weekday} ${first.replace(TIME_OF_DATE, '')}`.trim(), today);
}

function minutesIn(cell: string): number | null {
  const written = cell.replace(SECONDS, '$1');
  const reading = readDuration(written, 'hours');
  return reading.problem === undefined && !written.includes('/') ? reading.minutes : null;
}

/**
 * The duration of the cells that may be one: with a unit or a colon before a number, and a number with a fraction before
 * a whole one. Where begin and end stand beside it, it is the one that they come to.
 */
function durationOf(cells: string[]): { minutes: number[]; isSure: boolean } {
  const minutes = (some: string[]) => [...new Set(some.flatMap((cell) => minutesIn(cell) ?? []))];
  const whole = cells.filter((cell) => WHOLE.test(cell));
  const others = cells.filter((cell) => !WHOLE.test(cell));
  const clear = others.filter((cell) => !NUMBER.test(cell));
  const clocks = clear.filter((cell) => timeAt([cell])?.kind !== 'clear');
  const span = clocks.length < 2 ? null : readSpan(`${clocks[0]}-${clocks[1]}`);
  const spent = span && minutes(cells).find((one) => one === span.to - span.from);
  if (spent) return { minutes: [spent], isSure: true };
  const best = [clear, others, whole].find((some) => some.length > 0) ?? [];
  const isSure = !best.some((cell) => OF_DAY.test(cell) && !readSpan(cell));
  return { minutes: minutes(best), isSure };
}
