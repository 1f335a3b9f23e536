import { expect, test } from 'vitest';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { controlOf, startTags, toastOf, visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));
const PREVIEW = '/work-logs/create-invoices';
const RUN = '/work-logs/invoice-runs/1';

/** Somebody who is signed in, with an hour of work that is on no invoice. */
async function start() {
  const workTypeId = addWorkType(server(), 'Support');
  addLog(server(), { clientId: addClient(server(), 'Acme'), workTypeId, day: '2026-10-01' });
  return visitSignedIn(server());
}

test('without a connection, creating invoices says how to get one', async () => {
  const visitor = await start();
  const { status, text } = await visitor.get(PREVIEW);
  expect(status).toBe(200);
  expect(visibleText(text)).toContain(
    'No active Xero connection found. Please connect to Xero first.',
  );
  expect(startTags(text, 'a').map(({ href }) => href)).toContain('/settings#xero');
});

test('when Xero fails, creating invoices says so, and the page of the run says why', async () => {
  const visitor = await start();
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const fingerprint = controlOf((await visitor.get(PREVIEW)).text, 'fingerprint').value ?? '';
  xero().fail({ kind: '500-before', path: '/Contacts', method: 'GET', times: 20 });
  const answer = await visitor.post(PREVIEW, { fingerprint });
  const { text } = await visitor.get(answer.location ?? '');
  expect(toastOf(text)).toBe('Xero API error occurred. Please check your Xero configuration.');
  expect(text).toContain('Xero is not available at the moment.');
  expect(xero().state().invoices).toEqual([]);

  // The control: nothing else kept the invoice from being made.
  xero().heal();
  await visitor.post(PREVIEW, { fingerprint });
  expect(toastOf((await visitor.get('/work-logs')).text)).toBe(
    'Successfully created 1 invoice(s) in Xero for 1 client(s)',
  );
});

test('a press whose answer was lost, sent again, finds the invoices of the first', async () => {
  const visitor = await start();
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const page = (await visitor.get(PREVIEW)).text;
  const fingerprint = controlOf(page, 'fingerprint').value ?? '';
  const oneTimeKey = controlOf(page, 'oneTimeKey').value ?? '';
  const made = 'Successfully created 1 invoice(s) in Xero for 1 client(s)';
  for (const attempt of [1, 2]) {
    const answer = await visitor.post(`${PREVIEW}?sent=${oneTimeKey}`, { fingerprint, oneTimeKey });
    expect([attempt, answer.location]).toEqual([attempt, RUN]);
    expect(toastOf((await visitor.get('/work-logs')).text)).toBe(made);
  }
  expect(xero().state().invoices).toHaveLength(1);

  // A control: from another page the same press is one too many.
  const other = await visitor.post(PREVIEW, { fingerprint });
  expect(other.location).toBe(PREVIEW);
  expect(toastOf((await visitor.get(PREVIEW)).text)).toContain('Something changed');
});

test('a press without any effect can be repeated from the same page', async () => {
  const visitor = await start();
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const page = (await visitor.get(PREVIEW)).text;
  const fingerprint = controlOf(page, 'fingerprint').value ?? '';
  const oneTimeKey = controlOf(page, 'oneTimeKey').value ?? '';
  xero().fail({ kind: '500-before', path: '/Contacts', method: 'GET', times: 20 });
  await visitor.post(PREVIEW, { fingerprint, oneTimeKey });
  expect(xero().state().invoices).toEqual([]);
  xero().heal();
  const again = await visitor.post(PREVIEW, { fingerprint, oneTimeKey });
  expect(again.location).toMatch(/^\/work-logs\/invoice-runs\/\d+$/);
  expect(xero().state().invoices).toHaveLength(1);
});

test('a press that was repeated after a failure, sent again, finds the invoices of the repetition', async () => {
  const visitor = await start();
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const page = (await visitor.get(PREVIEW)).text;
  const fingerprint = controlOf(page, 'fingerprint').value ?? '';
  const oneTimeKey = controlOf(page, 'oneTimeKey').value ?? '';
  const press = () => visitor.post(PREVIEW, { fingerprint, oneTimeKey });
  xero().fail({ kind: '500-before', path: '/Contacts', method: 'GET', times: 20 });
  await press();
  expect(xero().state().invoices).toEqual([]);
  xero().heal();
  const made = 'Successfully created 1 invoice(s) in Xero for 1 client(s)';
  for (const attempt of [2, 3, 4]) {
    const answer = await press();
    expect([attempt, answer.location]).toEqual([attempt, '/work-logs/invoice-runs/2']);
    expect(toastOf((await visitor.get('/work-logs')).text)).toBe(made);
  }
  expect(xero().state().invoices).toHaveLength(1);

  // What is logged since is on no page that was seen: the same press does not invoice it.
  const workTypeId = addWorkType(server(), 'Visits');
  addLog(server(), { clientId: addClient(server(), 'Boat'), workTypeId, day: '2026-10-01' });
  expect((await press()).location).toBe('/work-logs/invoice-runs/2');
  expect(xero().state().invoices).toHaveLength(1);
});

test('a press that was repeated after a failure makes nothing of what changed meanwhile', async () => {
  const visitor = await start();
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const page = (await visitor.get(PREVIEW)).text;
  const fingerprint = controlOf(page, 'fingerprint').value ?? '';
  const oneTimeKey = controlOf(page, 'oneTimeKey').value ?? '';
  xero().fail({ kind: '500-before', path: '/Contacts', method: 'GET', times: 20 });
  await visitor.post(PREVIEW, { fingerprint, oneTimeKey });
  xero().heal();
  const workTypeId = addWorkType(server(), 'Visits');
  addLog(server(), { clientId: addClient(server(), 'Boat'), workTypeId, day: '2026-10-01' });
  const again = await visitor.post(PREVIEW, { fingerprint, oneTimeKey });
  expect(again.location).toBe(PREVIEW);
  expect(xero().state().invoices).toEqual([]);
});
