import { archivePendingLog } from '#app/pending-work-logs/entries.server.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { addSampleData, SAMPLE_CLIENT_NAMES } from '#sandbox/sample-data.ts';
import { startOpenAi, type RunningOpenAi } from '#sandbox/openai.ts';
import { sampleTasks, startTodoist } from '#sandbox/todoist.ts';
import { startXero, type RunningXero } from '#sandbox/xero.ts';
import { rewriteBatches, rewrites, workLogs } from '#db/schema.ts';
import { tidyNote } from '#sandbox/tidy-note.ts';
import type { AddressIds } from './addresses.ts';
import { addClient, addLog, addUser, addWorkType } from '#tests/support/data/entries.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { addPendingLog } from '#tests/support/data/pending-work-logs.ts';
import { startTestServer, type TestServer } from '#tests/support/server/test-server.ts';
import { visitSignedIn, type Answer, type Visitor } from '#tests/support/server/visitor.ts';

/** A Friday at noon in London, the instant of every picture. */
const NOW = new Date('2026-06-26T11:00:00Z');

const XERO_CLIENT = { clientId: 'pictures', clientSecret: 'a-secret-of-no-worth' };
const OPENAI_KEY = 'sk-pictures-of-no-worth';
const HARBOUR_ID = '11111111-aaaa-4bbb-8ccc-000000000001';
const SIDE_ID = '22222222-aaaa-4bbb-8ccc-000000000002';

const LONG_NAME =
  'Worshipful Company of Bookbinders, Paper Conservators and Allied Trades of Northumberland and Durham';
const UNBROKEN_NAME = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch-Rhyl-Holdings';
const LONG_TEXT = `HD-20417: Moved the catalogue, the loans desk and both reading rooms to the new network; ${'checked every point with the caretaker, twice where it mattered. '.repeat(5)}See https://wiki.bookbinders.example/network/${'segment-'.repeat(12)}end`;

/** A running server with its data, and what the pictures need to know about it. */
export type World = {
  server: TestServer;
  visitor: Visitor;
  /** Null where there are no rows. */
  ids: AddressIds | null;
  xero: RunningXero | null;
  openAi: RunningOpenAi | null;
  close: () => Promise<void>;
};

/** Makes a world without data, where Xero is not set up. */
export async function makeEmptyWorld(): Promise<World> {
  const server = await startTestServer();
  server.setClock(NOW);
  const visitor = await visitSignedIn(server);
  return { server, visitor, ids: null, xero: null, openAi: null, close: server.stop };
}

/** Makes a world with one row of each kind. */
export async function makeSmallWorld(): Promise<World> {
  const world = await startConnectable();
  const { server } = world;
  const user = addUser(server, 'robin@example.com', ['Robin', 'Hale']);
  const client = addClient(server, 'Harbour Dental');
  const workType = addWorkType(server, 'On-site support');
  const log = addLog(server, { clientId: client, workTypeId: workType });
  addHardwareLog(server, client);
  const pending = addPendingLog(server, {
    clientId: client,
    suggestions: JSON.stringify({ clientId: { reason: 'named in the project' } }),
  });
  const archived = addPendingLog(server);
  archivePendingLog(server.services, archived);
  return {
    ...world,
    ids: { user, client, workType, log, pending, archived, approvedEmail: 2 },
    visitor: await visitSignedIn(server),
  };
}

/** Makes a world with the demo's data, long names, every service, and invoices in several states. */
export async function makeLargeWorld(): Promise<World> {
  const world = await startConnectable();
  const { server, xero } = world;
  const { services } = server;
  const user = addUser(server, `${'very-long-mailbox-name-'.repeat(3)}x@bookbinders.example`, [
    'Bartholomew Maximilian',
    'Featherstonehaugh-Cholmondeley',
  ]);
  addSampleData(services.db, { now: NOW, timeZone: services.config.timeZone });
  const client = addClient(server, LONG_NAME);
  const unbroken = addClient(server, UNBROKEN_NAME);
  const workType = addWorkType(
    server,
    'Conservation of parchment, vellum and illuminated capitals',
  );
  const shared = { workTypeId: workType, travelTime: null, billable: true, hardwareItems: null };
  const log = logWork(services, {
    ...shared,
    clientId: client,
    duration: 1_425,
    description: LONG_TEXT,
    hourlyRate: 18_750,
    date: null,
  }).id;
  addLog(server, { clientId: unbroken, workTypeId: workType });
  addHardwareLog(server, client);
  const visitor = await visitSignedIn(server);
  await connectTo(world, visitor, [HARBOUR_ID, SIDE_ID]);
  must(await visitor.api('PATCH', '/api/xero/active-tenant', { tenantId: HARBOUR_ID }));
  await makeInvoices(xero, visitor);
  must(await visitor.api('POST', '/api/todoist/config', { apiToken: world.todoistToken }));
  must(await visitor.api('POST', '/api/ai/config', { openaiApiKey: OPENAI_KEY }));
  addRewrites(server, log);
  const range = { startDate: '2026-05-29', endDate: '2026-06-26' };
  must(await visitor.api('POST', '/api/todoist/sync-completed', range));
  for (const id of [3, 4, 5, 6]) archivePendingLog(services, id);
  const archived = addPendingLog(server, { taskName: LONG_NAME, projectName: UNBROKEN_NAME });
  archivePendingLog(services, archived);
  const pending = addPendingLog(server, {
    completedAt: NOW,
    taskName: `Call back ${UNBROKEN_NAME}`,
    description: LONG_TEXT,
    projectName: LONG_NAME,
    clientId: client,
    suggestions: JSON.stringify({ clientId: { reason: 'named in the project' } }),
    duration: 100,
  });
  return {
    ...world,
    ids: { user, client, workType, log, pending, archived, approvedEmail: 2 },
    visitor,
  };
}

/** Connects a world's server to organisations of its Xero, as its consent page would. */
export async function connectTo(
  { xero }: Pick<World, 'xero'>,
  visitor: Visitor,
  tenantIds: string[],
): Promise<void> {
  if (!xero) throw new Error('There is no Xero here.');
  const begun = await visitor.get('/api/xero/authorize');
  const state = new URL(begun.location ?? '').searchParams.get('state') ?? '';
  const code = xero.grantCode(tenantIds);
  const answer = await visitor.get(`/api/xero/callback?code=${code}&state=${state}`);
  if (answer.status !== 303) throw new Error(`Xero was not connected: ${answer.text}`);
}

/** Both organisations of a world's Xero. */
export const TENANT_IDS = [HARBOUR_ID, SIDE_ID];

/** Starts a server, with stand-ins that it can be connected to; all end together. */
async function startConnectable() {
  const clock = () => NOW;
  const account = sampleTasks({ now: NOW, weeks: 4, clientNames: SAMPLE_CLIENT_NAMES });
  const todoist = await startTodoist({ account, clock });
  const port = await freePort();
  const redirectUri = `http://localhost:${port}/api/xero/callback`;
  const xero = await startXero({
    clock,
    clients: [{ ...XERO_CLIENT, redirectUri }],
    organisations: [
      {
        name: 'Morgan Consulting Ltd',
        tenantId: HARBOUR_ID,
        shortCode: '!mOrg',
        salesPaymentTerms: { Day: 30, Type: 'DAYSAFTERBILLDATE' },
        contacts: SAMPLE_CLIENT_NAMES.slice(0, 8).map((name) => ({ name })),
      },
      { name: LONG_NAME, tenantId: SIDE_ID, shortCode: '!sIde', isVatRegistered: false },
    ],
  });
  const openAi = await startOpenAi({ apiKeys: [OPENAI_KEY] });
  const server = await startTestServer({
    PORT: String(port),
    TODOIST_API_URL: todoist.url,
    XERO_CLIENT_ID: XERO_CLIENT.clientId,
    XERO_CLIENT_SECRET: XERO_CLIENT.clientSecret,
    XERO_API_URL: xero.origin,
    XERO_IDENTITY_URL: xero.origin,
    XERO_LOGIN_URL: xero.origin,
    OPENAI_BASE_URL: openAi.baseUrl,
    OPENAI_MODEL: 'sandbox-tidy',
  });
  server.setClock(NOW);
  const close = async () => {
    await server.stop();
    await Promise.all([todoist.close(), xero.close(), openAi.close()]);
  };
  return { server, xero, openAi, todoistToken: todoist.token, close };
}

/** Makes a batch to be reviewed: a long text, a short one, and one that lost a fact. */
function addRewrites(server: TestServer, log: number): void {
  const { services } = server;
  const { id: batchId } = services.db
    .insert(rewriteBatches)
    .values({
      subject: 'work_log',
      back: '/work-logs/create-invoices',
      status: 'done',
      startedAt: NOW,
    })
    .returning({ id: rewriteBatches.id })
    .get();
  const pairs: [number, string, string][] = [
    [log, LONG_TEXT, tidyNote(LONG_TEXT)],
    [1, '- fixed svr, 2 hrs, INC-4711', 'Fixed server, 2 hours, INC-4711.'],
    [2, '- fixed svr, 2 hrs, INC-4711', 'Fixed server, INC-4712.'],
  ];
  services.db
    .insert(rewrites)
    .values(pairs.map(([subjectId, before, after]) => ({ batchId, subjectId, before, after })))
    .run();
}

/** Makes a run that succeeded, one of whose invoices was later deleted in Xero. */
async function makeInvoices(xero: RunningXero, visitor: Visitor): Promise<void> {
  must(await visitor.api('POST', '/api/xero/create-invoices?clientId=1'));
  const [first] = xero.state().invoices;
  if (first) xero.mark(first.invoiceId, 'deleted');
  must(await visitor.api('POST', '/api/xero/backfill-invoice-numbers', {}));
}

function addHardwareLog(server: TestServer, clientId: number): void {
  const { services } = server;
  const workType = createWorkType(services, {
    name: `Hardware${services.db.select().from(workLogs).all().length > 10 ? ' to order' : ''}`,
    hourlyRate: 0,
    description: null,
    isHardware: true,
  });
  logWork(services, {
    clientId,
    workTypeId: workType.id,
    duration: null,
    travelTime: null,
    description: '',
    hourlyRate: null,
    billable: null,
    date: null,
    hardwareItems: [
      { itemName: 'Patch cable', quantity: 12, unitPrice: '3.49', vatIncluded: true },
      {
        itemName: 'Dell Latitude 5450 with the long-life battery and the British keyboard',
        description: '16 GB, 512 GB, in graphite',
        quantity: 2,
        unitPrice: '949.00',
        vatIncluded: false,
      },
    ],
  });
}

function must(answer: Answer): void {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
}
