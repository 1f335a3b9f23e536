import { readDuration } from '../../lib/duration.ts';

/** What may be typed into a field for a duration; its hint while it is empty. */
export const DURATION_EXAMPLES = '1.5, 1:30, 1h 30m or 90m';

/** The minutes that the fields for time come to, or a sentence about why they do not. */
export type ReadTime = { minutes: number; isLongBare?: boolean } | { sentence: string };

/** Adds up texts of fields of hours. */
export function readHourFields(texts: string[]): ReadTime {
  const readings = texts
    .filter((text) => text.trim() !== '')
    .map((text) => readDuration(text, 'hours'));
  let minutes = 0;
  let isLongBare = false;
  for (const reading of readings) {
    if (reading.problem !== undefined) {
      return { sentence: `Not understood. Write it like ${DURATION_EXAMPLES}.` };
    }
    minutes += reading.minutes;
    isLongBare ||= reading.isBare && reading.minutes > 24 * 60;
  }
  return { minutes, isLongBare };
}
