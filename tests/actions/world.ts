import { desc, gt } from 'drizzle-orm';
import { z } from 'zod';
import { clients, timers, workLogs } from '#db/schema.ts';
import { addSampleData } from '#sandbox/sample-data.ts';
import { startXero } from '#sandbox/xero.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { startTestServer } from '../support/test-server.ts';
import { HARBOUR, XERO_CLIENT } from '../support/xero.ts';
import { connectToXero, xeroEnvironment } from '../support/xero-organisation.ts';
import { visitSignedIn } from '../support/visitor.ts';

/** A Friday morning: nothing is logged yet, and yesterday is full. */
const MORNING = new Date('2026-11-20T09:05:00Z');
const TIME_ZONE = 'Europe/London';

const Logs = z.array(
  z.object({
    id: z.int(),
    client: z.object({ name: z.string() }),
    workType: z.object({ name: z.string() }),
    duration: z.int(),
    description: z.string(),
    date: z.string(),
  }),
);

/** A log as the API tells it. */
export type Log = z.output<typeof Logs>[number];

/** The built product with a year of sample data, as the demo has it, and its API. */
export async function openWorld() {
  const xero = await startXero({ clients: [XERO_CLIENT], organisations: [HARBOUR] });
  const server = await startTestServer({ TIME_ZONE, ...xeroEnvironment(xero) });
  const { db } = server.services;
  server.setClock(MORNING);
  addSampleData(db, { now: MORNING, timeZone: TIME_ZONE });
  await activate(server.services, await connectToXero(server.services, xero));
  const visitor = await visitSignedIn(server);
  const [last] = db.select().from(workLogs).orderBy(desc(workLogs.id)).limit(1).all();
  const newest = last?.id ?? 0;
  const ask = async (path: string) => (await visitor.api('GET', path)).json();
  const logsSince = async (day: string) => Logs.parse(await ask(`/api/work-logs?startDate=${day}`));
  return {
    url: server.url,
    signIn: () => server.signIn(),
    /** Lets time pass on the server, in minutes since the morning. */
    setMinute: (minute: number) => {
      server.setClock(new Date(MORNING.getTime() + minute * 60_000));
    },
    /** The logs that were made since the world was opened or restored, newest first. */
    madeLogs: async () => (await logsSince('2026-11-01')).filter(({ id }) => id > newest),
    /** The newest log of the sample data. */
    yesterdaysLog: async () => (await logsSince('2026-11-19')).find(({ id }) => id <= newest),
    isTimerRunning: async () =>
      z.object({ running: z.boolean() }).parse(await ask('/api/timer')).running,
    clientIdOf: (name: string) =>
      db
        .select()
        .from(clients)
        .all()
        .find((client) => client.name === name)?.id ?? 0,
    /** The drafts in the stand-in for Xero, oldest first. */
    drafts: () => xero.state().invoices,
    /** The descriptions of all logs. */
    descriptions: () =>
      db
        .select()
        .from(workLogs)
        .all()
        .map(({ description }) => description),
    /** Takes back what a walk did; invoices stay, so each walk makes another one. */
    restore: () => {
      db.delete(workLogs).where(gt(workLogs.id, newest)).run();
      db.delete(timers).run();
      server.setClock(MORNING);
    },
    close: async () => {
      await server.stop();
      await xero.close();
    },
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;
