import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namedPeriods } from '#app/lib/period-links.ts';
import { SIGNED_IN } from '../../support/addresses.ts';
import { startDemoServer } from '../../support/server/demo-server.ts';
import { startTags } from '../../support/html.ts';
import type { TestServer } from '../../support/server/test-server.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

let server: TestServer;
let visitor: Visitor;

beforeAll(async () => {
  server = await startDemoServer(NOW);
  visitor = await visitSignedIn(server);
});

afterAll(async () => {
  await server.stop();
});

const LONDON = 'Europe/London';
/** Late on a working day: most is in the lists then. */
const NOW = new Date('2026-11-20T23:00:00Z');
/** What the HTML of a page may weigh, compressed by gzip, in bytes. */
const MOST = 12 * 1024;

/** What else an ordinary month has: its invoices alone, a reason of forgotten work with all that it lists. */
const [lastMonth] = namedPeriods(NOW, LONDON).filter(({ name }) => name === 'Last month');
const MORE = [
  '/work-logs/create-invoices?months=all',
  `/work-logs/create-invoices?startDate=${lastMonth?.startDate ?? ''}&endDate=${lastMonth?.endDate ?? ''}`,
  ...['old-log', 'in-review', 'not-billable', 'missing', 'short-day'].map(
    (reason) => `/forgotten?reason=${reason}`,
  ),
];

/** Lists for paper have every row on one page, and are not among them. */
const SCREENS = [...SIGNED_IN.filter((path) => !path.endsWith('/print')), ...MORE];

test.each(SCREENS)('The HTML of %s keeps to its weight', async (path) => {
  const { text } = await visitor.get(path);
  const { length } = gzipSync(text);
  if (process.env.SIZES) process.stdout.write(`${length} ${text.length} ${path}\n`);
  expect(length).toBeLessThanOrEqual(MOST);
});

test.each(SCREENS)('Before %s is painted, nothing is loaded but one style sheet', async (path) => {
  const { text } = await visitor.get(path);
  const sheets = startTags(text, 'link').filter(({ rel }) => rel === 'stylesheet');
  expect(sheets.length).toBeLessThanOrEqual(1);
  // Scripts are in a template, where a browser fetches none (docs/decisions/0014-old-browsers.md).
  const live = text.replace(/<template\b[\s\S]*?<\/template>/g, '');
  expect(startTags(live, 'script').filter(({ src }) => src !== undefined)).toEqual([]);
  expect(startTags(live, 'link').filter(({ rel }) => (rel ?? '').includes('preload'))).toEqual([]);
});
