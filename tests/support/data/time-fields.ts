import { randomUUID } from 'node:crypto';
import { eq, ne } from 'drizzle-orm';
import { workLogs } from '#db/schema.ts';
import { IS_MATRIX } from '../browser/modes.ts';
import { addClient, addLog, addWorkType } from './entries.ts';
import { addPendingLog, pendingRow } from './pending-work-logs.ts';
import type { TestServer } from '../server/test-server.ts';

type Server = Pick<TestServer, 'services'>;

/** A client, an on-site work type, a log of an hour and a task of 11 minutes, `Router`. */
export type TimeEntries = { client: string; onSite: string; log: number; task: number };

/** Adds the entries that the fields for time need. */
export function addTimeEntries(server: Server): TimeEntries {
  const clientId = addClient(server, 'Acme');
  const workTypeId = addWorkType(server, 'On-site support');
  return {
    client: String(clientId),
    onSite: String(workTypeId),
    log: addLog(server, { clientId, workTypeId }),
    task: addPendingLog(server, {
      taskName: 'Router',
      // Each in a project of its own, since tasks alike are one row.
      projectId: randomUUID(),
      clientId,
      workTypeId,
      duration: 11,
    }),
  };
}

/** A field for time, and the form that it is in. */
export type TimeField = {
  path: (entries: TimeEntries) => string;
  button: string;
  name: (entries: TimeEntries) => string;
  /** What else is filled in, by name. */
  typed: (entries: TimeEntries) => Record<string, string>;
  /** The minutes that are stored now. */
  stored: (server: Server, entries: TimeEntries) => number | null | undefined;
  /** The minutes that the rest of the form adds. */
  beside: number;
};

const newest: TimeField['stored'] = ({ services }, { log }) =>
  services.db.select().from(workLogs).where(ne(workLogs.id, log)).all().at(-1)?.duration;
const ofLog: TimeField['stored'] = ({ services }, { log }) =>
  services.db.select().from(workLogs).where(eq(workLogs.id, log)).get()?.duration;
const ofTask: TimeField['stored'] = (server, { task }) => pendingRow(server, task).duration;

const nothing = () => ({});
const work = ({ client, onSite }: TimeEntries) => ({ clientId: client, workTypeId: onSite });
const workOf7 = (entries: TimeEntries) => ({ ...work(entries), duration: '7m' });
const quickOf7 = (entries: TimeEntries) => ({ ...work(entries), minutes: '7' });

const ADD = { path: () => '/work-logs/new', button: 'Save', stored: newest };
const EDIT = {
  path: ({ log }: TimeEntries) => `/work-logs/${log}/edit`,
  button: 'Update',
  stored: ofLog,
};
const QUICK = { path: () => '/dashboard', button: 'Log Work', stored: newest };
const PHONE = { path: () => '/work-logs/quick-log', button: 'Log Work', stored: newest };
const TASK = {
  path: ({ task }: TimeEntries) => `/pending-work-logs/${task}/edit`,
  button: 'Update',
  stored: ofTask,
};
const ROW = {
  path: () => '/pending-work-logs?startDate=2026-03-01',
  button: 'Save Router',
  name: ({ task }: TimeEntries) => `${task}:duration`,
  typed: () => ({}),
  stored: ofTask,
};
const [duration, travelTime] = [() => 'duration', () => 'travelTime'];

/** Every field for time of the product, by what people call it. */
export const TIME_FIELDS: [label: string, field: TimeField][] = [
  ['Duration of Add Log', { ...ADD, name: duration, typed: work, beside: 0 }],
  ['Travel Time of Add Log', { ...ADD, name: travelTime, typed: workOf7, beside: 7 }],
  ['Duration of Edit Log', { ...EDIT, name: duration, typed: nothing, beside: 0 }],
  [
    'Travel Time of Edit Log',
    { ...EDIT, name: travelTime, typed: () => ({ duration: '7m' }), beside: 7 },
  ],
  ['Hours of the quick entry', { ...QUICK, name: () => 'hours', typed: work, beside: 0 }],
  ['Minutes of the quick entry', { ...QUICK, name: () => 'minutes', typed: work, beside: 0 }],
  [
    'Travel Hours of the quick entry',
    { ...QUICK, name: () => 'travelHours', typed: quickOf7, beside: 7 },
  ],
  [
    'Travel Minutes of the quick entry',
    { ...QUICK, name: () => 'travelMinutes', typed: quickOf7, beside: 7 },
  ],
  ['Duration of the quick log', { ...PHONE, name: duration, typed: work, beside: 0 }],
  ['Duration of Edit Pending Log', { ...TASK, name: duration, typed: nothing, beside: 0 }],
  ['Duration of a row of Todoist Import', { ...ROW, beside: 0 }],
];

/** How people write a duration, and the minutes that it is to be stored as. */
export const MONEY_CASES = { '45m': 45, '90m': 90, '1:30': 90, '1,5': 90, '1h30': 90 };

/**
 * What a browser types into the field of this place in `TIME_FIELDS`: two of the cases, so that each of them is typed into
 * several fields, and in the matrix all. `tests/http/work-logs/durations.test.ts` sends every one to every field.
 */
export function typedInto(place: number): [text: string, minutes: number][] {
  const all = Object.entries(MONEY_CASES);
  if (IS_MATRIX) return all;
  return all.filter((_, index) => (index + all.length - ((2 * place) % all.length)) % all.length < 2);
}
