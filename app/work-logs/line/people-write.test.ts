import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatDuration } from '../../lib/duration.ts';
import { knownOf, type Named } from './names.ts';
import { lineReader } from './read-line.ts';
import { issuesOf } from './say-line.ts';

/**
 * Lines as people write them, with their meaning or the questions that are asked: none is logged under a wrong day, client
 * or duration. A sign ⇥ is a tab. What comes out otherwise is mended in the reader, not in the table.
 */
const TABLE = readFileSync(new URL('people-write.txt', import.meta.url), 'utf8');
const ROWS = TABLE.split('\n')
  .filter((row) => row !== '')
  .map((row) => row.split('  =>  '));

const CLIENTS: Omit<Named, 'id'>[] = [
  ...['Thorn Ltd', 'Harbour Dental', 'Harbour Foods', 'Acme', 'Acme & Sons', 'O’Brien-Łódź'],
  ...['Sunday Times', '365 Cycles', 'Support Partners', 'May & Co', 'Friday Group', 'Next Retail'],
  ...['Target Ltd', 'Müller GmbH', 'Nordwind Ltd', 'NORDWIND Ltd.', 'Bob Marsh'],
]
  .map((name): Omit<Named, 'id'> => ({ name }))
  .concat({ name: 'Old Mill', isActive: false });
const WORK_TYPES: Omit<Named, 'id'>[] = [
  ...['Remote Support', 'On-Site Support', 'Training', 'Travel'].map((name) => ({ name })),
  { name: 'Hardware', isHardware: true },
];
const withIds = (all: Omit<Named, 'id'>[]) => all.map((one, index) => ({ ...one, id: index + 1 }));

/** Read on a Friday. */
const read = lineReader({
  clients: withIds(CLIENTS),
  workTypes: withIds(WORK_TYPES),
  today: '2026-11-20',
});

/** What is logged, or the first sentence of each question. */
function meaningOf(line: string): string {
  const reading = read(line.replaceAll('⇥', '\t'));
  const questions = issuesOf(reading).map(({ message }) => message.split(/(?<=[.?]) (?=[A-Z])/)[0]);
  if (questions.length > 0) return `? ${questions.join(' ')}`;
  const { duration, client, workType, day, description } = reading;
  const time = formatDuration(knownOf(duration) ?? 0);
  const names = [client, workType].map((part) => knownOf(part)?.name);
  return [time, ...names, day ?? 'today', description].join(' | ').trim();
}

test('There are 300 lines and more', () => {
  expect(new Set(ROWS.map(([line]) => line)).size).toBe(ROWS.length);
  expect(ROWS.length).toBeGreaterThan(300);
});

test.each(ROWS)('%s', (line = '', meaning = '') => {
  expect(meaningOf(line)).toBe(meaning);
});
