import { createHmac, randomInt } from 'node:crypto';

/**
 * Our mark in an invoice's reference, such as `TH-2026-10-7K3M9Q2XABCD`: the month, five letters by chance, three that
 * only this installation's invoices have, and four that depend on the ids of the logs on it. So an invoice that the
 * database has forgotten is known as ours, and its logs are told from others, whatever was edited since.
 */

/** Without characters that are easily mistaken for others, such as 0 and O. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const BY_CHANCE = 5;
const OF_INSTALLATION = 3;
const OF_LOGS = 4;

const MARK = new RegExp(`\\bTH-\\d{4}-\\d{2}-[${ALPHABET}]{12}\\b`);

/** A new mark for an invoice of this month (`yyyy-MM`) with these logs. */
export function newMark(installation: string, month: string, logIds: readonly number[]): string {
  const chance = Array.from({ length: BY_CHANCE }, () => ALPHABET[randomInt(ALPHABET.length)]);
  const start = `TH-${month}-${chance.join('')}`;
  return `${start}${lettersOf(installation, start)}${lettersOfLogs(installation, start, logIds)}`;
}

/** The mark in a reference, of whichever installation; null when there is none. */
export function readMark(reference: string): string | null {
  return MARK.exec(reference)?.[0] ?? null;
}

/** Whether this installation made a mark. False for its marks of before they said so. */
export function isOwnMark(installation: string, mark: string): boolean {
  const start = mark.slice(0, -OF_INSTALLATION - OF_LOGS);
  return mark.slice(start.length, -OF_LOGS) === lettersOf(installation, start);
}

/** Whether exactly these logs are on the invoice of a mark that this installation made. */
export function isMarkOf(installation: string, mark: string, logIds: readonly number[]): boolean {
  const start = mark.slice(0, -OF_INSTALLATION - OF_LOGS);
  return mark.endsWith(lettersOfLogs(installation, start, logIds));
}

function lettersOf(installation: string, start: string): string {
  return letters(installation, start, OF_INSTALLATION);
}

function lettersOfLogs(installation: string, start: string, logIds: readonly number[]): string {
  const ids = [...logIds].sort((one, other) => one - other).join(' ');
  return letters(installation, `${start} ${ids}`, OF_LOGS);
}

function letters(installation: string, text: string, count: number): string {
  const digest = createHmac('sha256', installation).update(text).digest();
  return [...digest.subarray(0, count)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
