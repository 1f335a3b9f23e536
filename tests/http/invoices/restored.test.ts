import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readChangesOf } from '#app/invoices/refresh/changes.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { invoices } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { fieldsOf } from '#tests/support/form.ts';
import { toastOf, visibleText } from '#tests/support/html.ts';
import { startTestServer, type TestServer } from '#tests/support/server/test-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const CREATE = '/api/xero/create-invoices';

let dataDir: string;
let server: TestServer;

const start = async () => {
  server = await startTestServer({ ...xeroEnvironment(xero()), DATA_DIR: dataDir });
  return visitSignedIn(server);
};

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tallyhour-restored-'));
  const { EMPTY_DATABASE = '' } = process.env;
  await copyFile(EMPTY_DATABASE, join(dataDir, 'database.sqlite'));
});

afterEach(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs a command of the operator's, as `npm run` does; gives its last line. */
async function run(script: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`scripts/${script}.ts`, ...words],
    { env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir } },
  );
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}

/** Two clients with an hour each, one of which is invoiced after the backup. Gives the backup. */
async function invoiceAfterBackup(): Promise<string> {
  const visitor = await start();
  const { services } = server;
  await activate(services, await connectToXero(services, xero()));
  const workTypeId = addWorkType(server, 'Support');
  const acme = addClient(server, 'Acme');
  addLog(server, { clientId: acme, workTypeId, day: '2026-10-01' });
  const backup = await run('backup');
  const made = await visitor.api('POST', `${CREATE}?clientId=${acme}`, {});
  expect(await made.json()).toMatchObject({ invoicesCreated: 1 });
  await server.stop();
  return backup;
}

const connection = async (visitor: Visitor) =>
  (await visitor.api('GET', '/api/xero/connection')).json();
const notice = async (visitor: Visitor) => visibleText((await visitor.get('/clients')).text);
const looked = () =>
  expect
    .poll(() => server.services.db.all('select 1 from ledger_reads where current_at is not null'), {
      timeout: 60_000,
    })
    .toHaveLength(1);

test('a restored database makes no second invoice of what was invoiced since the backup', async () => {
  const backup = await invoiceAfterBackup();
  await run('restore', backup);
  const visitor = await start();
  await looked();
  expect(await connection(visitor)).toMatchObject({ connected: true, restored: true });
  expect(await notice(visitor)).toContain(
    'This database was restored from a backup. Xero has an invoice from here that this database does not know',
  );
  const refused = await visitor.api('POST', CREATE, {});
  expect(refused.status).toBe(409);
  expect((await refused.json()) as object).toMatchObject({
    message: expect.stringMatching(/^Xero has an invoice from here .*INV-0001/) as string,
  });
  const preview = await visitor.get('/work-logs/create-invoices');
  expect(visibleText(preview.text)).toContain('Xero has an invoice from here');

  const page = await visitor.get('/reconciliation');
  expect(visibleText(page.text)).toContain('INV-0001 Acme');
  expect(visibleText(page.text)).toContain('Matches 1 log here to the penny.');
  expect(visibleText(page.text)).not.toContain('in Xero itself');
  const answer = await visitor.post('/reconciliation', {
    ...fieldsOf(page.text, 'take-up'),
    press: 'take-up',
  });
  expect(answer.location).toBe('/reconciliation');
  expect(toastOf((await visitor.get('/reconciliation')).text)).toBe('1 invoice matched');

  expect(await connection(visitor)).toMatchObject({ restored: false });
  expect(await notice(visitor)).not.toContain('restored');
  const nothing = await visitor.api('POST', CREATE, {});
  expect(await nothing.json()).toMatchObject({ invoicesCreated: 0 });
  expect(xero().state().invoices).toHaveLength(1);
  const [log] = (await (await visitor.api('GET', '/api/work-logs')).json()) as object[];
  expect(log).toMatchObject({ isInvoiced: true, xeroInvoiceNumber: 'INV-0001' });
});

test('work whose invoice was voided since the backup and that was billed again is matched, and billed once', async () => {
  const visitor = await start();
  const { services } = server;
  await activate(services, await connectToXero(services, xero()));
  const acme = addClient(server, 'Acme');
  addLog(server, { clientId: acme, workTypeId: addWorkType(server, 'Support'), day: '2026-10-01' });
  await visitor.api('POST', CREATE, {});
  const backup = await run('backup');
  xero().mark(xero().state().invoices[0]?.invoiceId ?? '', 'voided');
  const signal = new AbortController().signal;
  const [{ tenantId } = { tenantId: '' }] = services.db
    .select({ tenantId: invoices.tenantId })
    .from(invoices)
    .all();
  await readChangesOf(services, tenantId, signal);
  await visitor.post('/work-logs/invoices/1/release', {});
  const again = await visitor.api('POST', CREATE, {});
  expect(await again.json()).toMatchObject({ invoicesCreated: 1 });
  await server.stop();

  await run('restore', backup);
  const later = await start();
  await looked();
  const page = await later.get('/reconciliation/1');
  expect(visibleText(page.text)).toContain(
    'INV-0001 was voided in Xero: matching releases its logs.',
  );
  const fields = fieldsOf(page.text, 'unmatched');
  expect(fields).toMatchObject({ ids: 'on' });
  await later.post('/reconciliation/1', { ...fields, ids: '1', press: 'take-up' });
  expect(toastOf((await later.get('/reconciliation')).text)).toBe('The invoice was matched');
  expect(visibleText((await later.get('/invoices/1')).text)).toContain('logs released');
  const nothing = await later.api('POST', CREATE, {});
  expect(await nothing.json()).toMatchObject({ invoicesCreated: 0 });
  expect(xero().state().invoices).toHaveLength(2);
  const [log] = (await (await later.api('GET', '/api/work-logs')).json()) as object[];
  expect(log).toMatchObject({ isInvoiced: true, xeroInvoiceNumber: 'INV-0002' });
});

test('while Xero cannot be asked, a restored database makes no invoice at all', async () => {
  const backup = await invoiceAfterBackup();
  await run('restore', backup);
  xero().fail({ kind: '503-html', path: '/Invoices', method: 'GET', times: 50 });
  const visitor = await start();
  const refused = await visitor.api('POST', CREATE, {});
  expect(refused.status).toBe(409);
  expect(JSON.stringify(await refused.json())).toContain(
    'No invoices can be created until Xero has been checked',
  );
  expect(await notice(visitor)).toContain('No invoices can be created until Xero has been checked');
  expect(xero().state().invoices).toHaveLength(1);
});

test('a database that was copied back is closed to the clients of what it does not know, until that is put aside', async () => {
  const backup = await invoiceAfterBackup();
  const file = join(dataDir, 'database.sqlite');
  for (const end of ['-wal', '-shm']) await rm(file + end, { force: true });
  await copyFile(backup, file);
  const visitor = await start();
  await looked();
  const zed = addClient(server, 'Zed');
  const workTypeId = addWorkType(server, 'Advice');
  addLog(server, { clientId: zed, workTypeId, day: '2026-10-02' });
  const made = await visitor.api('POST', CREATE, {});
  expect(await made.json()).toMatchObject({ invoicesCreated: 1, failures: [{ clientId: 1 }] });

  const page = await visitor.get('/reconciliation/1');
  expect(visibleText(page.text)).toContain('INV-0001 Open in Xero Acme,');
  const nothing = await visitor.post('/reconciliation/1', {
    ...fieldsOf(page.text, 'unmatched'),
    ids: '77',
    press: 'take-up',
  });
  expect(toastOf((await visitor.get(nothing.location ?? '')).text)).toContain(
    'so no changes were made',
  );
  const again = await visitor.get('/reconciliation/1');
  await visitor.post('/reconciliation/1', {
    ...fieldsOf(again.text, 'unmatched'),
    ids: '1',
    press: 'put-aside',
  });
  expect(toastOf((await visitor.get('/reconciliation')).text)).toBe('The invoice was set aside');
  expect(await connection(visitor)).toMatchObject({ restored: false });
  expect(visibleText((await visitor.get('/reconciliation/1')).text)).toContain(
    'Set aside: no work here is on this invoice.',
  );
  const history = (await (await visitor.api('GET', '/api/history')).json()) as object[];
  expect(history).toContainEqual(expect.objectContaining({ action: 'put aside' }));
});
