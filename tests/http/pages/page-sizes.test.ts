import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SIGNED_IN } from '../../support/addresses.ts';
import { startDemoServer } from '../../support/server/demo-server.ts';
import { startTags } from '../../support/html.ts';
import type { TestServer } from '../../support/server/test-server.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

let server: TestServer;
let visitor: Visitor;

beforeAll(async () => {
  server = await startDemoServer();
  visitor = await visitSignedIn(server);
});

afterAll(async () => {
  await server.stop();
});

/** What the HTML of a page may weigh, compressed by gzip, in bytes. */
const MOST = 12 * 1024;

/**
 * Pages that are above that, and what they may weigh: what they reach, so that none grows. Lists for paper
 * have every row on one page, and are not among them.
 */
const ABOVE: Record<string, number> = {
  '/work-logs/new': 13_400,
  '/work-logs/1/edit': 13_200,
  '/work-logs/quick-log': 13_200,
  '/pending-work-logs': 13_600,
  '/pending-work-logs/sync': 13_800,
  '/pending-work-logs/1/edit': 15_800,
  '/pending-work-logs/1/bring-back': 13_900,
  '/forgotten': 13_900,
  // Every line of the months that have ended, each with its box and its text.
  '/work-logs/create-invoices': 43_500,
};

const SCREENS = SIGNED_IN.filter((path) => !path.endsWith('/print'));

test.each(SCREENS)('The HTML of %s keeps to its weight', async (path) => {
  const { text } = await visitor.get(path);
  const { length } = gzipSync(text);
  if (process.env.SIZES) process.stdout.write(`${length} ${text.length} ${path}\n`);
  expect(length).toBeLessThanOrEqual(ABOVE[path] ?? MOST);
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
