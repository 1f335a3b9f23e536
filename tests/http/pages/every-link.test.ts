import { beforeEach, expect, test } from 'vitest';
import { SIGNED_IN } from '../../support/addresses.ts';
import { fillEveryScreen } from '../../support/browser/every-screen.ts';
import { addLog } from '../../support/data/entries.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { startTags } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';
import { HARBOUR } from '../../support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '../../support/server/xero-organisation.ts';

/** Every link that a screen shows leads to something, also at the ends of what can be asked for. */

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

const FIRST = '1970-01-01';
const LAST = '9998-12-31';
const DAYS: [from: string, to: string][] = [
  [FIRST, FIRST],
  [FIRST, LAST],
  [LAST, LAST],
  ['1970-01-05', '1970-01-11'],
  ['2024-02-29', '2024-02-29'],
];
const PLACES = ['older=0_0', 'older=9999999999999_1', 'newer=0_0', 'newer=9999999999999_1'];

/** Addresses at the ends of days and of pages. */
const ODD = [
  ...[FIRST, LAST, '1970-01-05', '2024-02-29', 'nonsense'].map((day) => `/week?of=${day}`),
  ...['/work-logs', '/pending-work-logs', '/archived-work-logs', '/invoices'].flatMap((path) => [
    ...DAYS.map(([from, to]) => `${path}?startDate=${from}&endDate=${to}`),
    ...PLACES.map((place) => `${path}?startDate=${FIRST}&endDate=${FIRST}&${place}`),
    ...PLACES.map((place) => `${path}?${place}`),
  ]),
  ...DAYS.map(([from, to]) => `/history?from=${from}&to=${to}`),
  ...PLACES.map((place) => `/history?${place}`),
  ...['older=1', 'newer=999'].map((place) => `/invoices?${place}`),
  ...['client', 'work-type', 'month', 'week', 'person'].flatMap((by) => [
    `/reports?by=${by}`,
    ...DAYS.map(([from, to]) => `/reports?by=${by}&from=${from}&to=${to}`),
  ]),
  ...['0', '1', '1000', '1001', 'x'].map((page) => `/forgotten?reason=waiting&page=${page}`),
  ...DAYS.map(([from, to]) => `/work-logs/create-invoices?startDate=${from}&endDate=${to}`),
];

let visitor: Visitor;

beforeEach(async () => {
  await fillEveryScreen(server(), xero());
  for (const day of [FIRST, '1970-01-05', '2024-02-29']) {
    addLog(server(), { clientId: 1, workTypeId: 1, day });
  }
  addPendingLog(server(), { completedAt: new Date(0) });
  visitor = await visitSignedIn(server());
});

/** The addresses of ours that a page links to, in full. */
function linksOn(page: string, html: string): string[] {
  return (
    startTags(html, 'a')
      .map(({ href = '' }) => href.replaceAll('&amp;', '&').replace(/#.*/, ''))
      .map((href) => (href.startsWith('?') ? page.replace(/\?.*/, '') + href : href))
      // Those that sign out, and that lead to Xero, lead elsewhere.
      .filter((href) => /^\/(?!\/)/.test(href) && !/^\/api\/(log|xero)/.test(href))
  );
}

test('Every link on every screen leads to something, at the ends of days and pages, too', async () => {
  const screens = SIGNED_IN.filter((address) => !/nonsense|nothing/.test(address));
  const found = new Map<string, string>();
  for (const address of [...screens, ...ODD]) {
    const { status, text } = await visitor.get(address);
    expect([address, status]).toEqual([address, 200]);
    for (const link of linksOn(address, text)) {
      if (!found.has(link)) found.set(link, address);
    }
  }
  expect(found.size).toBeGreaterThan(500);
  const refused: string[] = [];
  for (const [link, on] of found) {
    const { status } = await visitor.get(link);
    if (status !== 200) refused.push(`${on} leads to ${link}: ${status}`);
  }
  expect(refused).toEqual([]);
});
