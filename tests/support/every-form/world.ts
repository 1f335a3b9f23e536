import { vi } from 'vitest';
import { createClient } from '#app/clients/clients.server.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { startOpenAi, type RunningOpenAi } from '#sandbox/openai.ts';
import { startTodoist, type RunningTodoist } from '#sandbox/todoist.ts';
import { startXero, type RunningXero } from '#sandbox/xero.ts';
import { addWorkType } from '../data/entries.ts';
import { addPendingLog } from '../data/pending-work-logs.ts';
import { recordSnapshot } from '../data/record-snapshot.ts';
import { startTestServer, type TestServer } from '../server/test-server.ts';
import { accountOf } from '../server/todoist.ts';
import { OPENAI_KEY } from '../server/use-openai.ts';
import { QUAY } from '../server/use-xero.ts';
import { visitSignedIn, type Answer, type Visitor } from '../server/visitor.ts';
import { HARBOUR, XERO_CLIENT } from '../server/xero.ts';
import { connectToXero, xeroEnvironment } from '../server/xero-organisation.ts';

/** A Friday. The same for every world, so that what two of them hold can be compared. */
const NOW = Date.UTC(2026, 10, 20, 9);
const MINUTE = 60_000;

/** The work in the background that a form may start. */
const LANES = ['invoices', 'todoist import', 'rewrites', 'backups', 'imports'];

/** Whose numbers say nothing of what somebody saved: keys, caches of other services, the index of words. */
const NOT_COUNTED =
  /^(one_time_keys|sqlite_.*|__drizzle.*|history_.*|rate_.*|ledger_.*|import_rows|.*_(fts|words)(_.*)?|.*_totals|settings)$/;

/** What is kept: the records by their names, the trail, and how many rows each table has. */
export type Kept = { records: Record<string, string>; entries: unknown; rows: unknown };

/** A product with all outside services, one client and two work types, and somebody who prepares what forms need. */
export type World = {
  server: TestServer;
  xero: RunningXero;
  todoist: RunningTodoist;
  openAi: RunningOpenAi;
  /** On a good line. Who sends the forms has the same cookies. */
  visitor: Visitor;
  clientId: number;
  typeId: number;
  hardwareId: number;
  /** Lets time pass. */
  pass: (minutes: number) => void;
  /** Waits until nothing works in the background. */
  settled: () => Promise<void>;
  /** The records as they are in the database. */
  records: () => string;
  /** The records but for what chance decides, what the trail says, and how many rows each table has. */
  kept: () => Kept;
  api: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Posts a form without a key on the good line, for what must be there before. */
  post: (path: string, fields?: Record<string, string>) => Promise<Answer>;
  signInAgain: () => Promise<void>;
  addClient: (name: string) => number;
  /** One with another rate. */
  addDearClient: (name: string) => number;
  addLog: (description: string, more?: { clientId?: number; day?: string }) => number;
  addTask: (taskName: string) => number;
  last: (table: string) => number;
  connectXero: () => Promise<void>;
  connectTodoist: () => Promise<void>;
  connectAi: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a world; all of them are alike. */
export async function startWorld(): Promise<World> {
  let now = NOW;
  const clock = () => new Date(now);
  const [xero, todoist, openAi] = await Promise.all([
    startXero({ clients: [XERO_CLIENT], organisations: [HARBOUR, QUAY], clock }),
    startTodoist({ account: tasksOfDays(), clock }),
    startOpenAi({ apiKeys: [OPENAI_KEY] }),
  ]);
  const server = await startTestServer({
    ...xeroEnvironment(xero),
    TODOIST_API_URL: todoist.url,
    OPENAI_BASE_URL: openAi.baseUrl,
    OPENAI_MODEL: 'sandbox-tidy',
  });
  server.setClock(clock());
  const { services } = server;
  const database = services.db.$client;
  const visitor = await visitSignedIn(server);
  const addClient = (name: string, standardRate = 6_000) =>
    createClient(services, {
      name,
      email: null,
      contactPerson: null,
      standardRate,
      premiumRate: 9_000,
      discountedRate: null,
      isActive: null,
    }).id;
  const clientId = addClient('Harbour Dental');
  const typeId = addWorkType(server, 'Support');
  const hardwareId = addWorkType(server, 'Hardware');
  const api: World['api'] = (method, path, body) => visitor.api(method, path, body);
  const count = (table: string) =>
    Number(database.prepare(`select count(*) from "${table}"`).pluck().get());
  return {
    server,
    xero,
    todoist,
    openAi,
    visitor,
    clientId,
    typeId,
    hardwareId,
    pass: (minutes) => {
      now += minutes * MINUTE;
      server.setClock(clock());
    },
    settled: async () => {
      const isIdle = () => !LANES.some((lane) => services.background.isBusy(lane));
      await vi.waitUntil(isIdle, { timeout: 60_000 });
    },
    records: () => JSON.stringify([...recordSnapshot(services.db)]),
    kept: () => ({
      records: Object.fromEntries(
        [...recordSnapshot(services.db)].map(([name, text]) => [name, withoutChance(text)]),
      ),
      entries: database
        .prepare(
          `select kind || ' ' || coalesce(record_id, '') || ': ' || action from history_entries
           where kind not in ('sign-in', 'download') order by 1`,
        )
        .pluck()
        .all(),
      rows: Object.fromEntries(
        (
          database
            .prepare(`select name from sqlite_master where type = 'table'`)
            .pluck()
            .all() as string[]
        )
          .filter((name) => !NOT_COUNTED.test(name))
          .map((name) => [name, count(name)]),
      ),
    }),
    api,
    post: (path, fields) => visitor.post(path, fields),
    signInAgain: async () => {
      const { cookies } = await visitSignedIn(server);
      visitor.cookies.clear();
      for (const [name, value] of cookies) visitor.cookies.set(name, value);
    },
    addClient: (name) => addClient(name),
    addDearClient: (name) => addClient(name, 8_000),
    addLog: (description, more = {}) =>
      logWork(services, {
        clientId: more.clientId ?? clientId,
        workTypeId: typeId,
        duration: 60,
        travelTime: null,
        description,
        hourlyRate: null,
        billable: null,
        date: more.day === undefined ? null : { day: more.day },
        hardwareItems: null,
      }).id,
    addTask: (taskName) =>
      addPendingLog(server, {
        taskName,
        // The same in every world.
        todoistTaskId: `task ${taskName}`,
        clientId,
        workTypeId: typeId,
        duration: 30,
      }),
    last: (table) => Number(database.prepare(`select max(id) from ${table}`).pluck().get()),
    connectXero: async () => {
      database.exec('delete from xero_organisations');
      await connectToXero(services, xero);
    },
    connectTodoist: async () => {
      await api('POST', '/api/todoist/config', { apiToken: todoist.token });
    },
    connectAi: async () => {
      await api('POST', '/api/ai/config', { openaiApiKey: OPENAI_KEY });
    },
    stop: async () => {
      await server.stop();
      await Promise.all([xero.close(), todoist.close(), openAi.close()]);
    },
  };
}

/** One task for each of the first days of the month. */
function tasksOfDays() {
  const days = Array.from({ length: 15 }, (_, index) => String(index + 1).padStart(2, '0'));
  return accountOf(
    days.map((day) => ({ id: day })),
    days.map((day) => [day, `2026-11-${day}T10:00:00Z`]),
  );
}

/** The ids of other services, and what is sealed, are drawn by lot. */
function withoutChance(text: string): string {
  return text
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replace(/"v2\.[^"]*"/g, '<sealed>')
    .replace(/\b(TH-\d{4}-\d\d)-[A-Z\d]{12}\b/g, '$1');
}
