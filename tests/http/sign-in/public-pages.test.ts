import { expect, test } from 'vitest';
import { startTags, visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { visit } from '../../support/server/visitor.ts';

const shared = useSharedServer();

const textOf = async (path: string) => visibleText((await visit(shared().server).get(path)).text);

test('the privacy page names every service that receives data', async () => {
  const text = await textOf('/privacy');
  for (const service of ['Xero', 'AI service', 'Todoist']) expect(text).toContain(service);
  expect(text).not.toContain('nothing is sent');
});

test('the landing page has its buttons, its three cards, its list and its footer', async () => {
  const text = await textOf('/');
  for (const part of [
    'Tallyhour Billable work, logged as you go',
    'Log In Research Overview',
    'Smart Time Tracking',
    'Automated Invoicing',
    'Client Management',
    'CSV import: work from Toggl, Clockify, Harvest, Kimai or a spreadsheet',
    'Analytics dashboard: hours and revenue against the previous period, and reports',
    'A JSON API for clients, logs, tasks and invoices',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/Terms Privacy$/);
});

test('the landing page shows the product, in a picture for a desktop and one for a phone', async () => {
  const visitor = visit(shared().server);
  const { text } = await visitor.get('/');
  const [onPhone] = startTags(text, 'source').map(({ srcSet = '' }) => srcSet);
  const [onDesktop] = startTags(text, 'img').map(({ src = '' }) => src);
  expect(onPhone).not.toBe(onDesktop);
  for (const path of [onPhone, onDesktop]) {
    const { status, headers } = await visitor.get(path ?? '');
    expect([path, status, headers.get('Content-Type')]).toEqual([path, 200, 'image/png']);
  }
});
