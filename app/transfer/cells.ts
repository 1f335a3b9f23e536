import { dayOf, formatTime } from '../lib/calendar.ts';
import { toDecimalString } from '../lib/money.ts';
import type { CellKind } from '../lib/record-fields.ts';

/** How values stand in cells: a text that a spreadsheet would take for a formula has an apostrophe before it. */

/**
 * What a spreadsheet may run: a text that begins with one of its signs, the wide ones too, whatever space is before it,
 * or with a tab or the end of a line. Apostrophes before it belong to it, so that ours can be told from typed ones.
 */
const RUNS = /^['\s]*[=+\-@＝＋－＠]|^'*[\t\r\n]/u;

/** A text as a cell that no spreadsheet runs. {@link unguard} gives the text again. */
export function guard(text: string): string {
  return RUNS.test(text) ? `'${text}` : text;
}

/** The text of a cell: without our apostrophe, if {@link guard} put one there; else as it stands. */
export function unguard(cell: string): string {
  return cell.startsWith("'") && RUNS.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/**
 * An instant as `2026-11-21 14:05` here. Of two that the clocks showed alike the second says how far it is from UTC:
 * `2026-10-25 01:30 +00:00`.
 */
export function writeMoment(instant: Date, timeZone: string): string {
  const [day, time] = [dayOf(instant, timeZone), formatTime(instant, timeZone)];
  const isSecond = BACK.some((minutes) => {
    const before = new Date(instant.getTime() - minutes * MINUTE);
    return formatTime(before, timeZone) === time && dayOf(before, timeZone) === day;
  });
  if (!isSecond) return `${day} ${time}`;
  const sinceUtc = Date.parse(`${day}T${time}Z`) / MINUTE - Math.floor(instant.getTime() / MINUTE);
  return `${day} ${time} ${writeOffset(sinceUtc)}`;
}

const MINUTE = 60_000;
/** By how many minutes clocks have ever gone back. */
const BACK = [30, 60, 120];

function writeOffset(minutes: number): string {
  const pad = (number: number) => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** Hundredths of a per cent as per cent: 2000 → `20`, 1750 → `17.5`. */
function writeRate(hundredths: number): string {
  return toDecimalString(hundredths).replace(/\.?0+$/, '');
}

/** A value as the text of its cell, not yet quoted; null is empty. */
export function writeCell(
  kind: CellKind,
  value: string | number | boolean | Date | null,
  timeZone: string,
): string {
  if (value === null) return '';
  if (value instanceof Date) return writeMoment(value, timeZone);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  // No program reads a file with NUL in it, and texts from before may have some.
  if (typeof value === 'string')
    return kind === 'decimal' ? value : guard(value.replaceAll('\0', ''));
  if (kind === 'money') return toDecimalString(value);
  if (kind === 'rate') return writeRate(value);
  return String(value);
}

/** Cells as one line of a file: comma, quotes where they are needed, CRLF. */
export function writeLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

/** Spaces at an end are kept by quotes, since some programs cut them off. */
function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
