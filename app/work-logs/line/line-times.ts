import type { Word } from './line-names.ts';
import type { Part } from './names.ts';
import { timeAt, type FoundTime } from './read-date.ts';

/** Signs that set the description off from what stands before it. */
export const SEPARATORS = new Set([':', '-', '–', '—']);

/** Words of the line that say how long. */
export type Time = Pick<FoundTime, 'minutes' | 'kind'> & { at: number; count: number };

/** The durations among words from a place on. */
export function timesIn(words: Word[], from: number): Time[] {
  const times: Time[] = [];
  for (let at = from; at < words.length; at += 1) {
    const time = timeIn(words, at);
    if (!time) continue;
    if (time.kind !== 'none') times.push(time);
    at += time.count - 1;
  }
  return times;
}

/** Behind and before these words a time is no duration: `in half an hour`, `2 hours ago`. */
const NO_TIME_BEHIND = /^(?:in|within|every|per|each|after|next|last)$/i;
const NO_TIME_BEFORE = /^(?:ago|late|later|early|earlier|delay)\b/i;
/** Behind these words a figure is a time of day, a version or a sum. */
const NO_DURATION_BEHIND =
  /^(?:@|at|by|since|until|till|from|to|before|after|around|about|v|ver|version|release|build|update|[£$€]|eur|gbp|usd)$/i;

/** The duration that begins at a word, or null; `none` for what is a time, but no duration. */
export function timeIn(words: (Word | null)[], at: number): Time | null {
  const rest: string[] = [];
  for (const word of words.slice(at, at + 7)) {
    if (word?.quoted !== null) break;
    rest.push(word.raw);
  }
  const time = timeAt(rest);
  const before = words[at - 1]?.raw ?? '';
  if (!time || (time.kind !== 'clear' && NO_DURATION_BEHIND.test(before))) return null;
  const end = at + time.words;
  const next = words[end]?.raw ?? '';
  // `3 x 15m` is neither 15 minutes nor, for sure, 45.
  const isTimes = /^\d*[x×*]$/i.test(before) || /^[x×*]\d*$/i.test(next);
  const isNone = NO_TIME_BEHIND.test(before) || NO_TIME_BEFORE.test(next);
  // What ends behind `1h 30` leaves nothing that these could be 30 of.
  const isSetOff = end >= words.length || SEPARATORS.has(next);
  const isEnded = isSetOff || /[),;:]$/.test(words[end - 1]?.raw ?? '');
  const minutes = isEnded ? time.minutes.slice(-1) : time.minutes;
  return { at, count: time.words, minutes, kind: isNone ? 'none' : isTimes ? 'of day' : time.kind };
}

/**
 * The durations of a line. A figure without a unit is one for sure at the front, and as the first or last word; elsewhere
 * it is text beside a sure one, and else asked about, as a time of day is wherever it stands.
 */
export function sureTimes(front: Time[], others: Time[], end: number): Time[] {
  const isSure = ({ at, count, kind }: Time) =>
    kind === 'clear' || (kind === 'bare' && (at === 0 || at + count === end));
  const sure = [...front, ...others.filter(isSure).map((time) => ({ ...time, kind: SURE }))];
  return sure.length > 0 ? sure : others;
}

/** The kind of a time that is a duration for sure. */
export const SURE = 'clear' as const;

/** What the durations of a line come to. */
export function sumUp(times: Time[]): Part<number> {
  const among = times.flatMap(({ minutes }) => minutes);
  const [only] = among;
  if (only === undefined) return { state: 'missing' };
  const isSure = among.length === 1 && times.every(({ kind }) => kind === SURE);
  return isSure ? { state: 'known', value: only } : { state: 'ambiguous', among };
}
