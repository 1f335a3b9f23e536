import { MAX_DURATION_MINUTES } from '../../lib/duration.ts';
import { inQuotes } from './line-words.ts';
import { lineReader, type LineContext } from './read-line.ts';

/** A log as one line can say it. */
export type LogOfLine = {
  clientId: number;
  workTypeId: number;
  /** In minutes. */
  duration: number;
  day: string;
  description: string;
};

/**
 * The line for a log, which reads back to the same log; null where no line can: the description
 * has several lines, or two clients or work types have the same name. No screen shows it, since work is
 * logged again by Repeat: it is the grammar's other half, by which a property test finds what the
 * reader would lose (docs/decisions/0022-one-line.md).
 */
export function printLine(log: LogOfLine, context: LineContext): string | null {
  const client = context.clients.find(({ id }) => id === log.clientId);
  const workType = context.workTypes.find(({ id }) => id === log.workTypeId);
  if (!client || !workType || log.duration > MAX_DURATION_MINUTES) return null;
  const read = lineReader(context);
  const isSame = (line: string) => {
    const reading = read(line);
    return (
      !/[\r\n]/.test(line) &&
      reading.client.state === 'known' &&
      reading.client.value.id === log.clientId &&
      reading.workType.state === 'known' &&
      reading.workType.value.id === log.workTypeId &&
      reading.duration.state === 'known' &&
      reading.duration.value === log.duration &&
      reading.day === log.day &&
      reading.dateProblem === null &&
      reading.description === log.description
    );
  };
  const clients = waysToWrite(client.name);
  const workTypes = waysToWrite(workType.name);
  const end = log.description === '' ? ` ${log.day}` : `: ${log.description} ${log.day}`;
  for (const type of workTypes) {
    for (const name of clients) {
      const line = `${writeDuration(log.duration)} ${name} ${type}${end}`;
      if (isSame(line)) return line;
    }
  }
  return null;
}

/** A name as it is or, where other words would be taken for part of it, in quotes. */
function waysToWrite(name: string): string[] {
  return [name, inQuotes(name), `“${name}”`];
}

function writeDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes}m`;
  return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`;
}
