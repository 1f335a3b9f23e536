import { z } from 'zod';
import { listClients } from '../clients/clients.server.ts';
import { listReadyToInvoice } from '../dashboard/ready-to-invoice.server.ts';
import { listNamedJobs } from '../jobs/jobs.server.ts';
import { toJobView } from '../jobs/jobs.ts';
import { isDay } from '../lib/calendar.ts';
import { checked } from '../lib/checked.ts';
import { formatCursor, parseCursor, type Cursor } from '../lib/cursor.ts';
import { invalid } from '../lib/errors.ts';
import { toDecimalString } from '../lib/money.ts';
import { readFilters } from '../work-logs/list/filters.ts';
import { listWorkLogs } from '../work-logs/list/list.server.ts';
import { loadWeek } from '../work-logs/week/week.server.ts';
import { toWorkLogView, type NamedWorkLog } from '../work-logs/work-logs.ts';
import { listWorkTypes } from '../work-types/work-types.server.ts';
import { toWorkTypeView } from '../work-types/work-types.ts';
import { flag, id, PAGE, reader, text } from './tool.server.ts';

/** Which work, by the names of the API's filters. */
export const WHICH = {
  q: text.describe('Words of the description, all of them.').nullish(),
  clientId: id('a client').nullish(),
  jobId: id('a job').nullish(),
  workTypeId: id('a work type').nullish(),
  startDate: text.describe('The first day, as YYYY-MM-DD.').nullish(),
  endDate: text.describe('The last day, as YYYY-MM-DD.').nullish(),
};

/** The query of an address with these filters: what is missing or null limits nothing. */
export function searchOf(filters: Record<string, string | number | boolean | null | undefined>) {
  const given = Object.entries(filters).filter(([, value]) => value != null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

const toLog = (log: NamedWorkLog) => ({ ...toWorkLogView(log), version: log.version });

/** What a tool answers that has made or changed a log. */
export const toLogged = (log: NamedWorkLog) => ({ say: 'Done.', data: { workLog: toLog(log) } });

/** The page of a list that is asked for. Throws 400. */
export function pageOf({ limit, cursor }: { limit: number; cursor?: string | null | undefined }) {
  const older = cursor == null ? undefined : parseCursor(cursor);
  if (older === null) throw invalid('cursor', 'This should be "next" of the page before.');
  return { limit, older };
}

/** The cursor of the next page; null after the last. */
export const nextOf = (last: Cursor | undefined, hasMore: boolean) =>
  hasMore && last ? formatCursor(last) : null;

const MOST = 100;

/** Those in whose name all words are, in any order. */
function named<Row>(rows: Row[], words: string, nameOf: (row: Row) => string): Row[] {
  const parts = words.toLowerCase().split(/\s+/);
  const isIt = (row: Row) => parts.every((part) => nameOf(row).toLowerCase().includes(part));
  return rows.filter(isIt).slice(0, MOST);
}

export const LOOK = {
  find_work_logs: reader({
    scope: 'read',
    description:
      'Lists work logs, newest first. Durations are minutes, amounts pounds; totalAmount is without VAT.',
    takes: z.object({ ...WHICH, isInvoiced: flag.nullish(), billable: flag.nullish(), ...PAGE }),
    run: ({ limit, cursor, ...which }, { context }) => {
      const filters = checked(readFilters(searchOf(which)));
      const { logs, hasMore } = listWorkLogs(context, filters, pageOf({ limit, cursor }));
      const last = logs.at(-1);
      const next = nextOf(last && { date: last.date.getTime(), id: last.id }, hasMore);
      return {
        say: `Work logs: ${logs.length}${hasMore ? ', and there are more' : ''}.`,
        data: { workLogs: logs.map(toLog), next },
      };
    },
  }),
  find_names: reader({
    scope: 'read',
    description: `Finds clients, jobs and work types, with their ids, by words of their names; without words, all of them. At most ${MOST} of each.`,
    takes: z.object({ words: text.default('') }),
    run: ({ words }, { context }) => {
      const clients = named(listClients(context), words, ({ name }) => name);
      const jobs = named(listNamedJobs(context), words, (job) => `${job.name} ${job.clientName}`);
      const workTypes = named(listWorkTypes(context), words, ({ name }) => name);
      return {
        say: `Clients: ${clients.length}, jobs: ${jobs.length}, work types: ${workTypes.length}.`,
        data: {
          clients: clients.map(({ id, name, isActive }) => ({ id, name, isActive })),
          jobs: jobs.map((job) => ({ ...toJobView(job), client: { name: job.clientName } })),
          workTypes: workTypes.map(toWorkTypeView),
        },
      };
    },
  }),
  week: reader({
    scope: 'read',
    description: 'The hours of a week by client and day, and the logs of one of its days.',
    takes: z.object({ of: text.describe('A day, as YYYY-MM-DD; left out: today.').nullish() }),
    run: ({ of = null }, { context }) => {
      if (of !== null && !isDay(of)) throw invalid('of', 'Enter a real date as YYYY-MM-DD.');
      const { title, total, amount, target, days, rows, logs } = loadWeek(context, of);
      const byClient = rows.map(({ name, cells, total }) => ({ name, days: cells, total }));
      const dates = days.map(({ day }) => day);
      return {
        say: `${title}: ${total}, ${amount}.`,
        data: { total, amount, target, days: dates, rows: byClient, logs },
      };
    },
  }),
  unbilled: reader({
    scope: 'read',
    description:
      'Billable work that is on no invoice yet, by client, the longest wait first: minutes, pounds without VAT, oldest day.',
    takes: z.object({ clientId: WHICH.clientId }),
    run: ({ clientId = null }, { context }) => {
      const ready = listReadyToInvoice(context);
      const some = ready.filter((one) => clientId === null || one.clientId === clientId);
      const amount = toDecimalString(some.reduce((sum, { pence }) => sum + pence, 0));
      const clients = some.map(({ pence, ...one }) => ({ ...one, amount: toDecimalString(pence) }));
      return { say: `Clients: ${some.length}, pounds: ${amount}.`, data: { clients, amount } };
    },
  }),
};
