import { readDuration, readSpan } from '../../lib/duration.ts';
import { settle, type Finders, type Found, type Kind, type Names } from './line-names.ts';
import { plain } from './names.ts';
import { isLooseDate, readDate, timeAt } from './read-date.ts';

/** What the cells of a spreadsheet's row say. Each cell is one thing; their order does not matter. */
type Cells = {
  names: Names;
  /** What the duration may be, in minutes; one that is not sure, too. */
  minutes: number[];
  isSure: boolean;
  /** What `readDate` gives for the cell of the date; null where no cell is one. */
  date: ReturnType<typeof readDate>;
  /** The cells that are nothing else. */
  texts: string[];
};

/** Fewer cells are a line with a tab in it. */
const FEWEST_CELLS = 3;
/** A time behind a date, as spreadsheets write them, and the seconds of a duration. */
const TIME_OF_DATE = /[ t]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?z?$/i;
const SECONDS = /^(\d{1,3}:\d\d):00$/;
/** An amount, which the product works out itself. */
const MONEY = /^-?(?:(?:[£$€]|gbp|eur|usd) ?-?[\d.,]+|[\d.,]+ ?(?:[£$€]|gbp|eur|usd))$/i;
const NUMBER = /^\d*(?:[.,]\d+)?$/;
const OF_DAY = /^(?:0?[7-9]|1\d|2[0-3]):/;

/** Reads a row that was copied from a spreadsheet, with tabs between its cells; null for what is none. */
export function readCells(line: string, finders: Finders, today: string): Cells | null {
  const cells = line
    .split('\t')
    .map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter((cell) => cell !== '');
  if (cells.length < FEWEST_CELLS) return null;
  const names = namesOf(cells, finders);
  const isName = new Set(names.used.map(({ at }) => at));
  const rest = cells.filter((_cell, at) => !isName.has(at));
  // `12.11` is a number beside a date, and a date beside a duration.
  const dated = rest.filter((cell) => dateIn(cell, today));
  const surely = dated.filter((cell) => !NUMBER.test(cell));
  const isTimed = rest.some((cell) => !dated.includes(cell) && minutesIn(cell) !== null);
  const dates = surely.length > 0 ? surely : isTimed ? dated : [];
  const times = rest.filter((cell) => !dates.includes(cell) && minutesIn(cell) !== null);
  const isOther = (cell: string) =>
    dates.includes(cell) || times.includes(cell) || MONEY.test(cell);
  const cellsRead = {
    names,
    ...durationOf(times),
    date: dateOf(dates, today),
    texts: rest.filter((cell) => !isOther(cell)),
  };
  const { minutes, date } = cellsRead;
  return names.used.length > 0 && (minutes.length > 0 || date) ? cellsRead : null;
}

/** A name in full is one before a part of another; a cell that is left may be either's. */
function namesOf(cells: string[], { client, workType }: Finders): Names {
  const found = cells.flatMap((cell, at): Found[] => {
    const words = plain(cell);
    if (words === '' || dateOrTime(cell)) return [];
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

const dateOrTime = (cell: string) => NUMBER.test(cell) || minutesIn(cell) !== null;

function dateIn(cell: string, today: string) {
  return readDate(cell.replace(TIME_OF_DATE, ''), today);
}

/** The day of the cells of dates: a weekday may stand beside its date. */
function dateOf(cells: string[], today: string): Cells['date'] {
  const [weekday] = cells.filter(isLooseDate);
  const [first, second] = cells.filter((cell) => !isLooseDate(cell));
  if (second !== undefined && second !== first)
    return { problem: `“${second}” is a second day. Leave one of the two cells out.` };
  if (first === undefined) return weekday === undefined ? null : readDate(weekday, today);
  const whole = first.replace(TIME_OF_DATE, '');
  return readDate(weekday === undefined ? whole : `${weekday} ${whole}`, today);
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
function durationOf(cells: string[]): Pick<Cells, 'minutes' | 'isSure'> {
  const minutes = (some: string[]) => [...new Set(some.flatMap((cell) => minutesIn(cell) ?? []))];
  const [whole, others] = [
    cells.filter((cell) => /^\d+$/.test(cell)),
    cells.filter((cell) => !/^\d+$/.test(cell)),
  ];
  const clear = others.filter((cell) => !NUMBER.test(cell));
  const clocks = clear.filter((cell) => timeAt([cell])?.kind !== 'clear');
  const span = clocks.length < 2 ? null : readSpan(`${clocks[0]}-${clocks[1]}`);
  const spent = span && minutes(cells).find((one) => one === span.to - span.from);
  if (spent) return { minutes: [spent], isSure: true };
  const best = [clear, others, whole].find((some) => some.length > 0) ?? [];
  return {
    minutes: minutes(best),
    isSure: !best.some((cell) => OF_DAY.test(cell) && !readSpan(cell)),
  };
}
