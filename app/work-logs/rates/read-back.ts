import { formatDuration, MAX_DURATION_MINUTES, readDuration } from '../../lib/duration.ts';
import { parsePounds } from '../../lib/money.ts';
import {
  chosenIn,
  CLIENT_RATES,
  clientRate,
  describeWorth,
  newLogRate,
  type NamedRate,
  type RateOptions,
} from './rates.ts';

/** The texts of a form's fields that decide the rate of a new log. */
export type RateTexts = {
  clientId: string;
  workTypeId: string;
  rateChoice: string;
  hourlyRate: string;
};

/** The rate that applies by itself to what is chosen; null while something is missing. */
export function usualRate(options: RateOptions, texts: RateTexts): NamedRate | null {
  const { client, workType } = chosenIn(options, texts);
  if (!client || !workType || workType.isHardware) return null;
  return newLogRate(client, workType);
}

/** The rate that saving the form would charge (`rateOfNewLog`); null where it would be refused. */
export function shownRate(options: RateOptions, texts: RateTexts): NamedRate | null {
  const typed = texts.hourlyRate.trim();
  const kind = CLIENT_RATES.find((one) => one === texts.rateChoice);
  if (kind) {
    const { client } = chosenIn(options, texts);
    return client && typed === '' ? clientRate(client, kind) : null;
  }
  if (typed === '') return texts.rateChoice === 'typed' ? null : usualRate(options, texts);
  const ratePence = parsePounds(typed);
  return ratePence === null ? null : { ratePence, name: 'typed' };
}

/** What the typed time means and comes to; an example while there is none. */
export function readBack(
  time: ReadTime,
  rate: NamedRate | null,
  { isBillable = true, example = `Such as ${DURATION_EXAMPLES}` } = {},
): string {
  if ('sentence' in time) return time.sentence;
  const { minutes, isLongBare } = time;
  if (minutes === 0) return example;
  if (minutes > MAX_DURATION_MINUTES)
    return `${formatDuration(minutes)}: more than one log may have`;
  const worth = rate ? describeWorth(minutes, rate, isBillable) : formatDuration(minutes);
  return isLongBare ? `${worth}. For minutes, write 90m.` : worth;
}

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
