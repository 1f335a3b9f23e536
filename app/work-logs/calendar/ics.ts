import { withoutControls } from '../../lib/text.ts';

/** A calendar as RFC 5545 writes it. Pure. */

/** An event: from one instant to another, or of a whole day and up to but without another one (`yyyy-MM-dd`). */
export type CalendarEvent = {
  uid: string;
  /** When it was last changed, and how often. */
  changedAt: Date;
  sequence: number;
  from: Date | string;
  to: Date | string;
  summary: string;
  description: string;
};

/** The calendar's text, its lines ended by CRLF, each of 75 octets at most. */
export function toCalendarText(name: string, events: CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tallyhour//Work logs//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function linesOf({ uid, changedAt, sequence, from, to, summary, description }: CalendarEvent) {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${utc(changedAt)}`,
    `LAST-MODIFIED:${utc(changedAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART${timeOf(from)}`,
    `DTEND${timeOf(to)}`,
    `SUMMARY:${escapeText(summary)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    // Work that was done keeps nobody from being asked for that time.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const timeOf = (time: Date | string) =>
  typeof time === 'string' ? `;VALUE=DATE:${time.replaceAll('-', '')}` : `:${utc(time)}`;

/** `20260327T164530Z`. */
const utc = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, '');

const escapeText = (text: string) =>
  withoutControls(text)
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n');

const MOST_OCTETS = 75;

/** Breaks a line so that no part is over 75 octets, the blank before each further one included, and no sign is cut. */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (octets + size > MOST_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += sign;
    octets += size;
  }
  return folded;
}
