import { desc, gt } from 'drizzle-orm';
import { z } from 'zod';
import { startXero } from '#sandbox/xero.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { dayOf } from '#app/lib/calendar.ts';
import {
  clients,
  pendingWorkLogs,
  reviewUndos,
  timers,
  todoistImports,
  workLogs,
} from '#db/schema.ts';
import { sampleTasks, startTodoist, type TodoistAccount } from '#sandbox/todoist.ts';
import { addSampleData, SAMPLE_CLIENT_NAMES } from '#sandbox/sample-data.ts';
import { startTestServer } from '../support/server/test-server.ts';
import { HARBOUR, XERO_CLIENT } from '../support/server/xero.ts';
import { connectToXero, xeroEnvironment } from '../support/server/xero-organisation.ts';
import { idOf, visitSignedIn } from '../support/server/visitor.ts';

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
    hourlyRate: z.string(),
  }),
);

const Tasks = z.array(
  z.object({
    id: z.int(),
    taskName: z.string(),
    projectName: z.string().nullable(),
    client: z.object({ name: z.string() }).nullable(),
    workType: z.object({ name: z.string() }).nullable(),
    duration: z.int().nullable(),
  }),
);
const Ids = z.array(z.object({ id: z.int() }));
/** The clients who have a profile at a month's end. */
const PROFILED = [
  'Fairweather Lettings',
  'Juniper & Rye Bakery',
  'Pennine Timber Supplies',
] as const;
const Names = z.array(z.object({ id: z.int(), name: z.string() }));

/** A completed task as the API tells it. */
export type Task = z.output<typeof Tasks>[number];

/** When the weeks of a review are over, in days after the first morning's. */
const WEEK = 7 * 24 * 60;
const EVENING = 9 * 60;

/** A log as the API tells it. */
export type Log = z.output<typeof Logs>[number];

/** The built product with a year of sample data, as the demo has it, and its API. */
export async function openWorld() {
  const xero = await startXero({ clients: [XERO_CLIENT], organisations: [HARBOUR] });
  const account: TodoistAccount = { projects: [], tasks: [], completions: [] };
  const todoist = await startTodoist({ account });
  const server = await startTestServer({
    TIME_ZONE,
    TODOIST_API_URL: todoist.url,
    ...xeroEnvironment(xero),
  });
  const { db } = server.services;
  server.setClock(MORNING);
  addSampleData(db, { now: MORNING, timeZone: TIME_ZONE });
  await activate(server.services, await connectToXero(server.services, xero));
  const visitor = await visitSignedIn(server);
  const [last] = db.select().from(workLogs).orderBy(desc(workLogs.id)).limit(1).all();
  const newest = last?.id ?? 0;
  const newestClient = Math.max(
    ...db
      .select()
      .from(clients)
      .all()
      .map(({ id }) => id),
  );
  const ask = async (path: string) => (await visitor.api('GET', path)).json();
  const logsSince = async (day: string) => Logs.parse(await ask(`/api/work-logs?startDate=${day}`));
  const clientIdOf = (name: string) =>
    db
      .select()
      .from(clients)
      .all()
      .find((client) => client.name === name)?.id ?? 0;
  const drafts = () => xero.state().invoices.filter(({ status }) => status === 'DRAFT');
  const contactNamed = (name: string) =>
    xero.state().contacts.find((contact) => contact.name === name)?.contactId;
  return {
    url: server.url,
    signIn: () => server.signIn(),
    /** Lets time pass on the server, in minutes since the morning. */
    setMinute: (minute: number) => {
      server.setClock(new Date(MORNING.getTime() + minute * 60_000));
    },
    /** The logs that were made since the world was opened or restored, newest first. */
    madeLogs: async () => (await logsSince('2026-11-01')).filter(({ id }) => id > newest),
    /** Logs so many pieces of work of a type today, described as “wrongly”. */
    logWrongly: async (count: number, workType: string) => {
      const [type] = Names.parse(await ask('/api/work-types')).filter(
        ({ name }) => name === workType,
      );
      for (let day = 1; day <= count; day += 1) {
        const made = await visitor.api('POST', '/api/work-logs', {
          clientId: clientIdOf('Fairweather Lettings'),
          workTypeId: type?.id,
          duration: 45,
          description: 'wrongly',
          date: new Date(MORNING.getTime() - 60 * 60_000 * (day % 10)).toISOString(),
        });
        if (made.status !== 201) throw new Error(`Not logged: ${made.text}`);
      }
    },
    /** Logs so many pieces of work for a client of their own at £60 an hour, whose rate is then raised to £70. */
    raiseRate: async (count: number) => {
      const made = await visitor.api('POST', '/api/clients', {
        name: 'Raised',
        standardRate: '60',
      });
      const [type] = Names.parse(await ask('/api/work-types'));
      const work = {
        clientId: idOf(made),
        workTypeId: type?.id,
        duration: 60,
        description: 'Work',
      };
      for (let one = 0; one < count; one += 1) await visitor.api('POST', '/api/work-logs', work);
      await visitor.api('PUT', `/api/clients/${idOf(made)}`, { standardRate: '70' });
    },
    /** The newest log of the sample data. */
    yesterdaysLog: async () => (await logsSince('2026-11-19')).find(({ id }) => id <= newest),
    startTimer: () => visitor.api('POST', '/api/timer/start', {}),
    /** When the running timer began, in ISO. */
    timerStart: async () =>
      z.object({ startedAt: z.string() }).parse(await ask('/api/timer')).startedAt,
    isTimerRunning: async () =>
      z.object({ running: z.boolean() }).parse(await ask('/api/timer')).running,
    clientIdOf,
    /** The drafts in the stand-in for Xero, oldest first. */
    drafts: () => xero.state().invoices,
    openDrafts: () => drafts().length,
    /**
     * Takes back every draft that there is, and gives three clients a profile each: the last day of the month; 14 days; an
     * invoice for each job, of which some work up to October is one.
     */
    takeBackDrafts: async () => {
      for (const { id } of Ids.parse(await ask('/api/invoices'))) {
        await visitor.api('DELETE', `/api/invoices/${id}`);
      }
      // Each was a call to Xero, which takes sixty in a minute.
      server.setClock(new Date(MORNING.getTime() + 5 * 60_000));
      const [monthEnd, inDays, byJob] = PROFILED.map((name) => clientIdOf(name));
      const change = (id: number | undefined, to: object) =>
        visitor.api('PUT', `/api/clients/${id ?? 0}`, to);
      await change(monthEnd, { invoiceDate: 'month-end' });
      await change(inDays, { dueIn: { days: 14 } });
      await change(byJob, { invoicePer: 'job', lines: 'job' });
      const job = { clientId: byJob, name: 'Autumn', poNumber: 'PO of a job' };
      const made = await visitor.api('POST', '/api/jobs', job);
      if (made.status !== 201) return;
      const jobId = idOf(made);
      const logs = Ids.parse(
        await ask(`/api/work-logs?clientId=${byJob ?? 0}&isInvoiced=false&endDate=2026-10-31`),
      );
      for (const { id } of logs.slice(0, 3)) {
        await visitor.api('PUT', `/api/work-logs/${id}`, { jobId });
      }
    },
    /** The drafts of these three clients. */
    draftsByProfile: () => {
      const of = (name: string) =>
        drafts()
          .filter(({ contactId }) => contactNamed(name) === contactId)
          .map(({ date, dueDate, reference }) => ({
            date,
            reference,
            days: (Date.parse(dueDate ?? '') - Date.parse(date)) / (24 * 60 * 60_000),
          }));
      const [monthEnd, inDays, byJob] = PROFILED;
      return { monthEnd: of(monthEnd), inDays: of(inDays), byJob: of(byJob) };
    },
    /** The descriptions of all logs. */
    descriptions: () =>
      db
        .select()
        .from(workLogs)
        .all()
        .map(({ description }) => description),
    /** Imports the tasks of so many weeks of the demo, so many weeks after the first. */
    importTasks: async (weeks: number, later = 0) => {
      const minute = EVENING + later * WEEK;
      const now = new Date(MORNING.getTime() + minute * 60_000);
      server.setClock(now);
      Object.assign(account, sampleTasks({ now, weeks, clientNames: SAMPLE_CLIENT_NAMES }));
      await visitor.api('POST', '/api/todoist/config', { apiToken: todoist.token });
      const synced = await visitor.api('POST', '/api/todoist/sync-completed', {
        startDate: dayOf(new Date(now.getTime() - (weeks * WEEK - 24 * 60) * 60_000), TIME_ZONE),
        endDate: dayOf(now, TIME_ZONE),
      });
      if (synced.status !== 200) throw new Error(`Nothing was imported: ${synced.text}`);
    },
    /** The tasks in a state. */
    tasks: async (status: 'pending_review' | 'confirmed') =>
      Tasks.parse(await ask(`/api/pending-worklogs?status=${status}`)),
    /** Confirms a task with a client, a work type and minutes, by the API. */
    confirmTask: async (
      id: number,
      choice: { client: string; workType: string; duration: number },
    ) => {
      const idIn = async (path: string, name: string) =>
        Names.parse(await ask(path)).find((one) => one.name === name)?.id;
      await visitor.api('PUT', `/api/pending-worklogs/${id}`, {
        clientId: await idIn('/api/clients', choice.client),
        workTypeId: await idIn('/api/work-types', choice.workType),
        duration: choice.duration,
      });
      const confirmed = await visitor.api('POST', `/api/pending-worklogs/${id}/confirm`);
      if (confirmed.status !== 200) throw new Error(`Not confirmed: ${confirmed.text}`);
    },
    /** Takes back what a walk did; invoices stay, so each walk makes another one. */
    restore: () => {
      db.delete(reviewUndos).run();
      db.delete(workLogs).where(gt(workLogs.id, newest)).run();
      db.delete(pendingWorkLogs).run();
      db.delete(todoistImports).run();
      db.delete(timers).run();
      db.delete(clients).where(gt(clients.id, newestClient)).run();
      server.setClock(MORNING);
    },
    close: async () => {
      await server.stop();
      await xero.close();
      await todoist.close();
    },
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;
