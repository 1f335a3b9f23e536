import { readDuration, sayDurationProblem, type BareUnit } from '../../lib/duration.ts';

/** The highest hours and minutes that the two fields of one duration take as plain numbers. */
const HIGHEST = { hours: 23, minutes: 59 };
const DAY = 24 * 60;
/** What each of the two fields takes, as a sentence. */
export const RULES = {
  hours: 'Enter whole hours from 0 to 23, or a duration such as 1:30, 1h 30m or 90m.',
  minutes: 'Enter whole minutes from 0 to 59, or a duration such as 1:30, 1h 30m or 90m.',
};

/** What one of the two fields says: minutes, and whether they are all of the duration. */
type Part = { minutes: number; isWhole: boolean } | { message: string };

function readPart(text: string, unit: BareUnit): Part {
  if (text.trim() === '') return { minutes: 0, isWhole: false };
  const reading = readDuration(text, unit);
  if (reading.problem !== undefined) {
    return { message: sayDurationProblem(reading.problem, RULES[unit]) };
  }
  const { minutes, isBare } = reading;
  const isTooMuch = isBare && minutes > HIGHEST[unit] * (unit === 'hours' ? 60 : 1);
  if (isTooMuch || minutes >= DAY) return { message: RULES[unit] };
  // `1h` in Hours and `30m` in Minutes say no more than the numbers alone.
  const isOwnUnit = unit === 'hours' ? minutes % 60 === 0 : minutes < 60;
  return { minutes, isWhole: !isBare && !isOwnUnit };
}

/** Reads the fields Hours and Minutes of one duration, or all of it in either. Gives minutes, or what is wrong. */
export function readHoursAndMinutes(
  hoursText: string,
  minutesText: string,
): { minutes: number } | { field: BareUnit; message: string } {
  const hours = readPart(hoursText, 'hours');
  if ('message' in hours) return { field: 'hours', ...hours };
  const minutes = readPart(minutesText, 'minutes');
  if ('message' in minutes) return { field: 'minutes', ...minutes };
  const areBoth = hours.minutes > 0 && minutes.minutes > 0;
  if (areBoth && (hours.isWhole || minutes.isWhole)) {
    const [field, other] = hours.isWhole
      ? (['minutes', 'hours'] as const)
      : (['hours', 'minutes'] as const);
    return {
      field,
      message: `The field for ${other} holds the whole duration. Empty one of the two.`,
    };
  }
  return { minutes: hours.minutes + minutes.minutes };
}
