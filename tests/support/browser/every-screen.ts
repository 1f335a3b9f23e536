import { createInvoices } from '#app/invoices/runs/create.server.ts';
import { writeSecret } from '#app/platform/settings-store.server.ts';
import { archivePendingLog } from '#app/pending-work-logs/entries.server.ts';
import { createRule } from '#app/pending-work-logs/rules/rules.server.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { activate, refreshTenants } from '#app/xero/connection/organisations.server.ts';
import { addDelivery } from '#app/webhooks/deliver.server.ts';
import { createWebhook, hideKey, pauseWebhook } from '#app/webhooks/webhooks.server.ts';
import { NO_FILTERS } from '#app/work-logs/list/filters.ts';
import { makeToken } from '#app/auth/tokens/tokens.server.ts';
import { importLines, imports, passkeys, timers, todoistImports } from '#db/schema.ts';
import type { RunningXero } from '#sandbox/xero.ts';
import { addClient, addJob, addLog, addUser, addWorkType } from '../data/entries.ts';
import { addPendingLog } from '../data/pending-work-logs.ts';
import { addRewrite } from '../data/rewrites.ts';
import { addUnmatched } from '../data/unmatched.ts';
import { TEST_EMAIL, type TestServer } from '../server/test-server.ts';
import { connectToXero } from '../server/xero-organisation.ts';

type Server = Pick<TestServer, 'services'>;

/** How long the run of invoices may take, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Fills an empty database so that every address of `addresses.ts` exists, and every list has a
 * row of each kind: time and hardware, invoiced and not, in review and archived.
 */
export async function fillEveryScreen(server: Server, xero: RunningXero): Promise<void> {
  const userId = addUser(server, 'robin@example.com', ['Robin', 'Park']);
  const clientId = addClient(server, 'Harbour Dental');
  const workTypeId = addWorkType(server, 'On-site support');
  addJob(server, clientId, 'Surgery two');
  const own = addUser(server, TEST_EMAIL);
  addDraft(server, own);
  addPasskey(server, own);
  makeToken(server.services, own, {
    ...{ name: 'Button', scopes: ['log'], days: null, writesBackDays: 7 },
  });
  const subjectId = addLog(server, { clientId, workTypeId });
  addHardwareLog(server, clientId);
  addPendingLog(server, {
    clientId,
    suggestions: JSON.stringify({ clientId: { reason: 'named in the project' } }),
  });
  archivePendingLog(server.services, addPendingLog(server));
  addRules(server, clientId);
  writeSecret(server.services, 'todoist.token', '0123456789abcdef');
  writeSecret(server.services, 'ai.key', 'sk-0123456789abcdef');
  addImports(server);
  addFileImport(server);
  addWebhook(server);
  addRewrite(server, { subjectId, before: 'Sample', after: 'A sample, 2 hours.' });
  await connect(server, xero);
  await addInvoice(server, { userId, workTypeId });
  // An open one would close others.
  addUnmatched(server, { client: 'Harbour Dental', isPutAside: true });
}

/** Adds a rule of each kind. */
function addRules({ services }: Server, clientId: number): void {
  const none = { project: null, label: null, words: null, clientId: null, workTypeId: null };
  const rest = { jobId: null, duration: null, description: null, billable: null, archive: null };
  createRule(services, { ...none, ...rest, project: 'Harbour Dental', clientId, duration: 30 });
  createRule(services, { ...none, ...rest, words: 'lunch', archive: true });
}

/** Adds the time of a timer that was stopped without a client. */
function addDraft({ services }: Server, userId: number): void {
  const startedAt = new Date(services.clock().getTime() - 3_600_000);
  const stoppedAt = services.clock();
  services.db.insert(timers).values({ userId, startedAt, stoppedAt }).run();
}

/** Adds a passkey that no authenticator has. */
function addPasskey({ services: { db, clock } }: Server, userId: number): void {
  const bytes = {
    userHandle: 'none-of-a-user',
    credentialId: 'none-of-its-own',
    publicKey: 'none-at-all',
  };
  db.insert(passkeys)
    .values({ userId, ...bytes, counter: 0, name: 'Laptop', createdAt: clock() })
    .run();
}

/** Adds an import that never ends and a later one that ended, which lists show as the last. */
function addImports({ services }: Server): void {
  const startedAt = services.clock();
  const period = { since: startedAt, until: startedAt, startedAt };
  services.db
    .insert(todoistImports)
    .values({ status: 'running', ...period })
    .run();
  services.db
    .insert(todoistImports)
    .values({ status: 'done', finishedAt: startedAt, ...period })
    .run();
}

/** Adds a webhook that is paused, so that it sends nothing, and what it would send. */
function addWebhook({ services }: Server): void {
  const { id } = createWebhook(services, {
    ...{ name: 'Phone', url: 'https://ntfy.example.com/mine', events: ['client.created'] },
    ...{ body: 'ntfy', contentType: 'application/json', template: '{"topic": "{{topic}}"}' },
    ...{ authorization: 'Bearer tk_sample', forgetAuthorization: null },
  });
  pauseWebhook(services, id);
  hideKey(services, id);
  const told = { type: 'client.created', title: 'Client: Acme', text: 'Added', data: {} };
  const link = 'https://time.example.com/clients/1';
  addDelivery(services, id, 'a', { ...told, link, timestamp: services.clock().toISOString() });
}

function addHardwareLog({ services }: Server, clientId: number): void {
  const { id: workTypeId } = createWorkType(services, {
    name: 'Hardware',
    hourlyRate: 0,
    description: 'What is bought for a client',
    isHardware: true,
  });
  logWork(services, {
    clientId,
    workTypeId,
    duration: null,
    travelTime: null,
    description: '',
    hourlyRate: null,
    billable: null,
    date: null,
    hardwareItems: [{ itemName: 'Cable', quantity: 2, unitPrice: '9.99', vatIncluded: true }],
  });
}

/** Connects every organisation of the stand-in; the first is active. */
async function connect({ services }: Server, xero: RunningXero): Promise<void> {
  const tenantId = await connectToXero(services, xero);
  await refreshTenants(services);
  await activate(services, tenantId);
}

/** Makes a run with one invoice, for a client of its own. */
async function addInvoice(
  server: Server,
  { userId, workTypeId }: { userId: number; workTypeId: number },
): Promise<void> {
  const clientId = addClient(server, 'Quay Books');
  addLog(server, { clientId, workTypeId });
  const filters = { ...NO_FILTERS, clientId };
  const { invoicesCreated } = await createInvoices(server.services, { userId, filters }, PATIENCE);
  if (invoicesCreated !== 1) throw new Error('The invoice was not made');
}

function addFileImport({ services: { db } }: Server): void {
  const at = new Date('2026-03-02T10:00:00Z');
  const common = { storedAs: 'none.csv', choices: '{}', startedAt: at, finishedAt: at };
  const { id: importId } = db
    .insert(imports)
    .values({ ...common, fileName: 'harvest.csv', format: 'harvest', status: 'done', newCount: 3 })
    .returning({ id: imports.id })
    .get();
  const line = { importId, client: 'Harbour Dental', day: '2026-03-02', billable: true };
  db.insert(importLines)
    .values([
      { ...line, line: 2, workLogId: 1, digest: 'one', seconds: 3_600, amountPence: 6_000 },
      { ...line, line: 3, note: 'It has no duration.', description: 'Telephone' },
    ])
    .run();
}
