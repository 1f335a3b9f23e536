import { isDay } from '../../../lib/day.ts';
import { RANGE_RULE } from '../../../lib/fields.ts';
import { readDate, readTime, splitMoment, type TimeOfDay } from './dates.ts';
import { cellOf, need, Unreadable, type FileFacts } from './row-cells.ts';
import { readSeconds } from './values.ts';

/** When work began, and how long it took, as a line of a file says it. */

const NOON = 12 * 3_600;

/** When work began. Throws {@link Unreadable}. */
export function momentOf(cells: readonly string[], facts: FileFacts) {
  const text = cellOf(cells, facts, 'date');
  if (text.trim() === '') throw new Unreadable('It has no date.');
  const parts = splitMoment(text);
  const reading = readDate(parts.date, facts.dayOrder);
  if ('problem' in reading) throw new Unreadable(reading.problem);
  const written = parts.time || cellOf(cells, facts, 'time').trim();
  return { ...instantOf(reading.day, written, facts), hasTime: written !== '' };
}

/** An instant, its day, and whether it is the first of two that the clocks showed alike. */
type Instant = { date: Date; day: string; isTwice: boolean };

function instantOf(day: string, written: string, facts: FileFacts): Instant {
  const time: TimeOfDay | null =
    written === '' ? { seconds: NOON, offset: null } : readTime(written);
  if (time === null) throw new Unreadable(`“${written}” is no time of day.`);
  if (time.offset !== null) {
    const date = new Date(
      Date.parse(`${day}T00:00:00Z`) + (time.seconds - time.offset * 60) * 1_000,
    );
    const ofHere = facts.dayOf(date);
    if (!isDay(ofHere))
      throw new Unreadable(`In the time zone here it is of ${ofHere}. ${RANGE_RULE}`);
    return { date, day: ofHere, isTwice: false };
  }
  const [date, second] = facts.toInstants(day, time.seconds);
  if (date !== undefined) return { date, day, isTwice: second !== undefined };
  throw new Unreadable(`“${written}” was skipped on ${day}, when the clocks went forward.`);
}

/** How long work took, in seconds: as the line says, else from its start to its end. Throws {@link Unreadable}. */
export function secondsOf(
  cells: readonly string[],
  facts: FileFacts,
  start: Instant & { hasTime: boolean },
): number {
  const given = durationOf(cells, facts);
  if (given !== null) return given;
  const { date: endsOn, time: end } = endOf(cells, facts);
  if (end === '') throw new Unreadable('It has no duration.');
  if (!start.hasTime) throw new Unreadable(NO_START);
  const endDate = endsOn || cellOf(cells, facts, 'endDate').trim();
  const reading = endDate === '' ? { day: start.day } : readDate(endDate, facts.dayOrder);
  if ('problem' in reading) throw new Unreadable(reading.problem);
  const ended = instantOf(reading.day, end, facts);
  if (start.isTwice || ended.isTwice) throw new Unreadable(TWICE);
  if (ended.date < start.date) throw new Unreadable(ENDS_BEFORE);
  return Math.round((ended.date.getTime() - start.date.getTime()) / 1000);
}

/** The time of day of an end, and its day where the same cell says it. */
function endOf(cells: readonly string[], facts: FileFacts): { date: string; time: string } {
  const text = cellOf(cells, facts, 'endTime').trim();
  const parts = splitMoment(text);
  return parts.time === '' ? { date: '', time: text } : parts;
}

const NO_START = 'It has no duration, and no time of day at which it began.';
const ENDS_BEFORE =
  'It ends before it begins. Give the day on which it ended, or how long it took.';

/** What the columns of the duration say, in seconds; null when all are empty. */
function durationOf(cells: readonly string[], facts: FileFacts): number | null {
  const secondsIn = (field: 'hours' | 'hoursAgain' | 'minutes'): number | null => {
    const text = cellOf(cells, facts, field);
    if (text.trim() === '') return null;
    const unit = field === 'minutes' ? 'minutes' : 'hours';
    return need(readSeconds(text, unit, facts.decimalSign), 'Duration');
  };
  const hours = secondsIn('hours') ?? secondsIn('hoursAgain');
  const minutes = secondsIn('minutes');
  if (hours === null || minutes === null) return hours ?? minutes;
  // The same in both, but for what was rounded, such as 0.33 hours and 20 minutes.
  if (Math.abs(hours - minutes) <= HALF_A_MINUTE) return minutes;
  if (hours % 3_600 === 0 && minutes < 3_600) return hours + minutes;
  throw new Unreadable('Duration: its hours and its minutes contradict each other.');
}

const HALF_A_MINUTE = 30;

const TWICE =
  'The clocks went back that night and showed its start or end twice, so nobody can tell how long it took. Give its duration.';
