import { expect, test } from 'vitest';
import { activeOrganisation } from '#app/xero/connection/organisation.server.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR, QUAY, useXero } from '#tests/support/server/use-xero.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import {
  connecting,
  HARBOUR_ID,
  QUAY_ID,
  toastAfter,
} from '#tests/support/server/xero-connection.ts';

const xero = useXero();
const server = useServer(() => xero().environment);
const { connected } = connecting(server, xero);

/** Two people, each with Settings open before the other saved anything. */
async function start() {
  const one = await connected([HARBOUR_ID]);
  const two = await visitSignedIn(server());
  const pageOf = async (visitor: Visitor) => (await visitor.get('/settings')).text;
  const save = (visitor: Visitor, page: string, typed: Record<string, string>) =>
    pressPlainly(visitor, page, 'Save Invoice Settings', typed);
  return { one, two, pageOf, save, pages: [await pageOf(one), await pageOf(two)] as const };
}

const stored = () => {
  const { accountCode, timeTaxCode } = activeOrganisation(server().services) ?? {};
  return [accountCode, timeTaxCode];
};

test('Two who change another of the two settings of invoices keep both', async () => {
  const { one, two, save, pages } = await start();
  expect(stored()).toEqual(['200', 'OUTPUT2']);
  await save(one, pages[0], { timeTaxCode: 'ZERORATEDOUTPUT' });
  const later = await save(two, pages[1], { accountCode: '260' });
  expect(await toastAfter(two, later)).toContain('Xero settings saved successfully');
  expect(stored()).toEqual(['260', 'ZERORATEDOUTPUT']);
});

test('What both changed is not overwritten before the other one has seen it', async () => {
  const { one, two, pageOf, save, pages } = await start();
  await save(one, pages[0], { accountCode: '260' });
  const later = await save(two, pages[1], { accountCode: '270', timeTaxCode: 'ZERORATEDOUTPUT' });
  const toast = await toastAfter(two, later);
  expect(toast).toContain('Failed to save Xero settings');
  expect(toast).toContain('Saved by someone else: 260');
  expect(toast).toContain('You chose 270');
  expect(toast).toContain('Not saved');
  expect(stored()).toEqual(['260', 'OUTPUT2']);
  await save(two, await pageOf(two), { accountCode: '270' });
  expect(stored()).toEqual(['270', 'OUTPUT2']);
});

test('What one page saves twice before the first answer is saved as it was pressed last', async () => {
  const { one, two, pageOf, save, pages } = await start();
  await save(one, pages[0], { accountCode: '260' });
  const again = await save(one, pages[0], { accountCode: '270', timeTaxCode: 'ZERORATEDOUTPUT' });
  expect(await toastAfter(one, again)).toContain('Xero settings saved successfully');
  expect(stored()).toEqual(['270', 'ZERORATEDOUTPUT']);
  // Not over what another window saved between the two.
  await save(two, await pageOf(two), { accountCode: '200' });
  await save(one, pages[0], { accountCode: '260', timeTaxCode: 'ZERORATEDOUTPUT' });
  expect(stored()).toEqual(['200', 'ZERORATEDOUTPUT']);
});

test('Of two organisations that are switched to at once, the one that was pressed last is active', async () => {
  const one = await connected([HARBOUR_ID, QUAY_ID]);
  const page = (await one.get('/settings')).text;
  const asked = () =>
    xero()
      .state()
      .calls.filter(({ path }) => path.endsWith('/Organisation'));
  xero().setDelay(500);
  const first = pressPlainly(one, page, `Switch to ${HARBOUR.name}`);
  await expect.poll(() => asked().length).toBe(1);
  xero().setDelay(0);
  const second = pressPlainly(one, page, `Switch to ${QUAY.name}`);
  expect([(await first).status, (await second).status]).toEqual([303, 303]);
  expect(activeOrganisation(server().services)?.name).toBe(QUAY.name);
});

test('A page that was left open for several saves of one person puts nothing back', async () => {
  const { one, two, pageOf, save, pages } = await start();
  await save(one, pages[0], { accountCode: '260' });
  await save(one, await pageOf(one), { accountCode: '200' });
  await save(one, await pageOf(one), { timeTaxCode: 'ZERORATEDOUTPUT' });
  await save(two, pages[1], {});
  expect(stored()).toEqual(['200', 'ZERORATEDOUTPUT']);
});

test('After Xero was disconnected elsewhere, the reason is that', async () => {
  const { one, two, save, pages } = await start();
  await one.api('POST', '/api/xero/disconnect');
  const toast = await toastAfter(two, await save(two, pages[1], { accountCode: '260' }));
  expect(toast).toContain('No active Xero connection found. Please connect to Xero first.');
});
