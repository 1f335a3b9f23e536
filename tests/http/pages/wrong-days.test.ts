import { expect, test } from 'vitest';
import { visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';

const shared = useSharedServer();

const NO_DAY = 'Enter a real date as YYYY-MM-DD.';

test.each([
  '/work-logs?startDate=soon&endDate=2026-01-01',
  '/invoices?startDate=2026-02-30&endDate=2026-01-01',
  '/pending-work-logs?startDate=soon&endDate=2026-01-01',
  '/reports?from=soon&to=2026-01-01',
])('A day that is none is said to be that, and nothing else is said of it: %s', async (path) => {
  const text = visibleText((await shared().visitor.get(path)).text);
  expect(text).toContain(NO_DAY);
  expect(text).not.toContain('before or equal');
});

test.each([
  '/api/work-logs?startDate=soon&endDate=2026-01-01',
  '/api/pending-worklogs?startDate=soon&endDate=2026-01-01',
  '/api/reports?from=soon&to=2026-01-01',
])('The API says one thing of a day that is none: %s', async (path) => {
  const { status, json } = await shared().visitor.api('GET', path);
  expect(status).toBe(400);
  expect(json()).toMatchObject({ message: NO_DAY, issues: [{ message: NO_DAY }] });
});
