import { formatBritishDay } from '../../lib/calendar.ts';
import { formatDuration, MAX_DURATION_MINUTES } from '../../lib/duration.ts';
import type { Issue } from '../../lib/errors.ts';
import { describeWorth, newLogRate, type RateOptions } from '../rates/rates.ts';
import { knownOf, type Named, type Part } from './names.ts';
import type { LineReading } from './read-line.ts';

/** An example of a line. */
export const EXAMPLE = '1h30 thorn remote mailbox full yesterday';

const SHOWN_NAMES = 4;

/** What keeps a line from being logged, by the field that it is about. */
export function issuesOf(reading: LineReading): Issue[] {
  const issues: [path: string, message: string | null][] = [
    ['duration', durationIssue(reading.duration)],
    ['clientId', nameIssue(reading.client, 'client')],
    ['workTypeId', nameIssue(reading.workType, 'work type')],
    ['date', reading.dateProblem],
  ];
  return issues.flatMap(([path, message]) => (message === null ? [] : [{ path, message }]));
}

function durationIssue(part: LineReading['duration']): string | null {
  switch (part.state) {
    case 'missing':
      return 'Add a duration, such as 1h30, 90m or 1.5.';
    case 'ambiguous': {
      const [only = 0] = part.among;
      if (part.among.length === 1)
        return `It is not clear whether ${formatDuration(only)} is meant. Write it like that, or from when to when, such as 9:15-10:40.`;
      const durations = listed(part.among.map(formatDuration), 'and');
      return `There are several durations: ${durations}. Keep one, or put the description after a colon.`;
    }
    case 'known':
      if (part.value === 0) return 'The duration is 0. Enter the time that the work took.';
      if (part.value <= MAX_DURATION_MINUTES) return null;
      return `One work log can be at most ${MAX_DURATION_MINUTES / 60} hours long. Split it into several.`;
  }
}

function nameIssue(part: Part<Named>, what: 'client' | 'work type'): string | null {
  switch (part.state) {
    case 'missing':
      return `Add a ${what}, by a word of its name.`;
    case 'ambiguous':
      return `The ${what} is not clear. Did you mean ${listed(
        part.among.map(({ name }) => name),
        'or',
      )}?`;
    case 'known': {
      const { name, isActive, isHardware } = part.value;
      if (isActive === false) {
        return what === 'client'
          ? `${name} is inactive. Choose another client, or reactivate it on the Clients screen.`
          : `${name} was deleted. Choose another work type, or restore it in Settings.`;
      }
      return isHardware ? sayHardware(name) : null;
    }
  }
}

/** The sentence about a work type that a line cannot log. */
export function sayHardware(name: string): string {
  return `${name} is hardware, which is logged with its items: use Add Log.`;
}

/** `a, b or c`; of many the first few. */
function listed(all: string[], last: 'and' | 'or'): string {
  if (all.length > SHOWN_NAMES) {
    return `${all.slice(0, SHOWN_NAMES - 1).join(', ')} or one of ${all.length - SHOWN_NAMES + 1} more`;
  }
  return all.length < 2
    ? all.join('')
    : `${all.slice(0, -1).join(', ')} ${last} ${all.at(-1) ?? ''}`;
}

/** One part of what was understood, in a few words. */
export type Said = { label: string; text: string; isClear: boolean };

/** What was understood of a line, each part by itself, and what it comes to. */
export function sayReading(reading: LineReading, options: RateOptions) {
  const { client, workType, job, duration, day, dateProblem, description } = reading;
  const said = (label: string, part: Part<unknown>, text = ''): Said => {
    const unclear = part.state === 'missing' ? 'missing' : 'not clear';
    const isClear = part.state === 'known' && text !== '';
    return { label, text: isClear ? text : unclear, isClear };
  };
  return {
    duration: said('Duration', duration, formatDuration(knownOf(duration) ?? 0)),
    client: said('Client', client, knownOf(client)?.name),
    workType: said('Work Type', workType, knownOf(workType)?.name),
    ...(job ? { job: { label: 'Job', text: job.name, isClear: true } } : {}),
    date: {
      label: 'Date',
      text: dateProblem !== null ? 'not clear' : day === null ? 'today' : formatBritishDay(day),
      isClear: dateProblem === null,
    },
    description: { label: 'Description', text: description || 'none', isClear: true },
    worth: worthOf(reading, options),
  };
}

function worthOf(reading: LineReading, options: RateOptions): string | null {
  const duration = knownOf(reading.duration);
  const [client, workType] = [knownOf(reading.client), knownOf(reading.workType)];
  const payer = options.clients.find(({ id }) => id === client?.id);
  const type = options.workTypes.find(({ id }) => id === workType?.id);
  if (duration === null || !payer || !type || type.isHardware) return null;
  const job = options.jobs?.find(({ id }) => id === reading.job?.id) ?? null;
  return describeWorth(duration, newLogRate(payer, type, job));
}
