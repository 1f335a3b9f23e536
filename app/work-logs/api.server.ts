import { z } from 'zod';
import { ifMatch, recordApi, versioned } from '../auth/api-record.server.ts';
import {
  act,
  change,
  changeIfAny,
  read,
  type ApiCall,
  type ApiTable,
} from '../auth/api-route.server.ts';
import { created, noContent, ok, schemaOfChange, toId } from '../http/json-api.server.ts';
import { repeatWorkLog } from './again/repeat.server.ts';
import { deleteWorkLog } from './deletion.server.ts';
import {
  changeOfItem,
  HardwareItemInput,
  toItemView,
  ITEM_JSON,
} from './hardware/hardware-items.ts';
import { addItem, getItem, removeItem, updateItem } from './hardware/hardware-items.server.ts';
import { InvoicedFields, markInvoiced } from './invoiced/invoiced.server.ts';
import { logLine, LineBody, loadLineData } from './line/line.server.ts';
import { toWorkLogView, WorkLogBody, WorkLogChangeBody, WORK_LOG_JSON } from './work-logs.ts';
import { getWorkLog, logWork, updateWorkLog } from './work-logs.server.ts';
import * as json from '../records/answers.server.ts';
import type { Services } from '../context.server.ts';
import { answerList, type ListContext } from '../http/api-list.server.ts';
import { checked } from '../lib/checked.ts';
import { conflict } from '../lib/errors.ts';
import { Filters, readFilters } from './list/filters.ts';
import { listWorkLogs } from './list/list.server.ts';
import { changeMany } from './many/many.server.ts';
import { ManyBody, RepriceBody } from './many/many.ts';
import { planRepricing, reprice, type Repricing } from './many/reprice.server.ts';
import { toDecimalString } from '../lib/money.ts';
import { Changed, LineNames, NotLogged, Repriced, TimerOrNone } from './answers.server.ts';
import {
  TimerForm,
  StopBody,
  TimerBody,
  TIMER_JSON,
  toTimerView,
  type Stopped,
} from './timer/timer.ts';
import {
  changeTimer,
  continueTimer,
  discardTimer,
  pauseTimer,
  resumeTimer,
  runningTimer,
  sayStopped,
  startTimer,
  stopOrAsk,
} from './timer/timer.server.ts';

const WHAT = 'The work log';

const idOf = ({ params }: ApiCall) => toId(params.id, WHAT);
const itemIdsOf = (call: ApiCall): [logId: number, itemId: number] => [
  idOf(call),
  toId(call.params.itemId, 'The hardware item'),
];

const workLog = recordApi({
  what: WHAT,
  called: 'WorkLog',
  find: getWorkLog,
  view: toWorkLogView,
  json: json.WorkLog,
  known: WORK_LOG_JSON,
});

/** An item has no version of its own: `If-Match` names the version of its log. */
const ifLogMatches = <Result>(call: ApiCall, run: () => Result) =>
  ifMatch(call, () => getWorkLog(call.context, idOf(call)), run);

const LISTED = {
  called: 'listWorkLogs',
  query: Filters,
  isPaged: true,
  gives: z.array(json.WorkLog),
} as const;

const MADE = { 201: json.WorkLog };
const MANY = { called: 'changeManyWorkLogs', body: ManyBody, gives: { 200: Changed } };
const REPRICED = {
  called: 'repriceWorkLogs',
  query: z.object({ dry: z.literal('1').optional() }),
  body: RepriceBody,
  gives: { 200: Repriced },
};
const INVOICED = {
  called: 'markInvoiced',
  body: InvoicedFields,
  gives: { 200: json.WorkLog },
  isVersioned: true,
} as const;
const OF_ITEM = { body: HardwareItemInput, known: ITEM_JSON, isVersioned: true } as const;
const REMOVED = {
  called: 'removeHardwareItem',
  known: ITEM_JSON,
  isVersioned: true,
  gives: { 204: null },
} as const;
const STOPPED = { called: 'stopTimer', body: StopBody, gives: { ...MADE, 409: NotLogged } };

export const WORK_LOGS_API: ApiTable = {
  '/api/work-logs': {
    scope: 'log',
    GET: read(LISTED, ({ context, url }) => answerWorkLogs(context, url)),
    POST: change(
      { called: 'createWorkLog', body: WorkLogBody, known: WORK_LOG_JSON, gives: MADE },
      (input, { context }) => created(toWorkLogView(logWork(context, input))),
    ),
  },
  '/api/work-logs/line': {
    scope: 'log',
    GET: read({ called: 'getLineNames', gives: LineNames }, ({ context }) => loadLineData(context)),
    POST: change(
      { called: 'logLine', body: LineBody, gives: MADE },
      ({ line, clientId }, { context }) => created(toWorkLogView(logLine(context, line, clientId))),
    ),
  },
  '/api/work-logs/bulk': {
    scope: 'log',
    POST: change(MANY, ({ selection, change }, { context }) => {
      const { changed, left } = changeMany(context, selection, change);
      return ok({ changed: changed.length, ids: changed, left });
    }),
  },
  '/api/work-logs/reprice': {
    scope: 'log',
    POST: change(REPRICED, (of, { context, url }) => {
      const isDry = url.searchParams.get('dry') === '1';
      return ok(toRepricingView(isDry ? planRepricing(context, of) : reprice(context, of)));
    }),
  },
  '/api/work-logs/:id': {
    scope: 'log',
    GET: workLog.read,
    PUT: workLog.change(WorkLogChangeBody, updateWorkLog),
    DELETE: workLog.remove(deleteWorkLog),
  },
  '/api/work-logs/:id/repeat': {
    scope: 'log',
    POST: act({ called: 'repeatWorkLog', gives: MADE }, (call) =>
      created(toWorkLogView(repeatWorkLog(call.context, idOf(call)))),
    ),
  },
  '/api/work-logs/:id/invoiced': {
    scope: 'invoice',
    POST: change(INVOICED, ({ invoiceNumber }, call) =>
      versioned(markInvoiced(call.context, idOf(call), invoiceNumber), toWorkLogView),
    ),
    DELETE: act({ called: 'unmarkInvoiced', gives: { 204: null } }, (call) => {
      markInvoiced(call.context, idOf(call), null);
      return noContent();
    }),
  },
  '/api/worklogs/:id/hardware-items': {
    scope: 'log',
    POST: change(
      { ...OF_ITEM, called: 'addHardwareItem', gives: { 201: json.HardwareItem } },
      (input, call) =>
        ifLogMatches(call, () => created(toItemView(addItem(call.context, idOf(call), input)))),
    ),
  },
  '/api/worklogs/:id/hardware-items/:itemId': {
    scope: 'log',
    PUT: change(
      {
        ...OF_ITEM,
        called: 'updateHardwareItem',
        takes: 'partial',
        gives: { 200: json.HardwareItem },
      },
      (input, call) =>
        ifLogMatches(call, () =>
          ok(toItemView(updateItem(call.context, ...itemIdsOf(call), input))),
        ),
      (call) => {
        const current = toItemView(getItem(call.context, ...itemIdsOf(call)));
        const named = (body: unknown) => changeOfItem(body, current);
        return z.preprocess(named, schemaOfChange(current, HardwareItemInput));
      },
    ),
    DELETE: act(REMOVED, (call) => {
      ifLogMatches(call, () => {
        removeItem(call.context, ...itemIdsOf(call));
      });
      return noContent();
    }),
  },
};

function answerWorkLogs(context: ListContext & Pick<Services, 'db'>, url: URL): Response {
  const filters = checked(readFilters(url.searchParams));
  return answerList(context, url, {
    read: (page) => {
      const { logs, hasMore } = listWorkLogs(context, filters, page);
      return { rows: logs, hasMore };
    },
    cursorOf: (log) => ({ date: log.date.getTime(), id: log.id }),
    toView: toWorkLogView,
  });
}

const pressing = (called: string, press: typeof pauseTimer) =>
  act({ called, known: TIMER_JSON, gives: { 200: json.Timer } }, ({ context, user }) =>
    ok(toTimerView(press(context, user))),
  );

const toRepricingView = ({ logs, before, after }: Repricing) => ({
  count: logs.length,
  before: toDecimalString(before),
  after: toDecimalString(after),
  logs: logs.map(({ log, ratePence, totalPence }) => ({
    id: log.id,
    before: toDecimalString(log.totalPence),
    after: toDecimalString(totalPence),
    hourlyRate: toDecimalString(ratePence),
  })),
});

const CONTINUED = {
  called: 'continueTimer',
  known: TIMER_JSON,
  gives: { 200: json.Timer, 201: json.Timer },
};

export const TIMER_API: ApiTable = {
  '/api/timer': {
    scope: 'log',
    GET: read({ called: 'getTimer', gives: TimerOrNone }, ({ context, user }) => {
      const running = runningTimer(context.db, user);
      return running === null ? { running: false as const } : toTimerView(running);
    }),
    PUT: change(
      { called: 'updateTimer', body: TimerBody, known: TIMER_JSON, gives: { 200: json.Timer } },
      (input, { context, user }) => ok(toTimerView(changeTimer(context, user, input))),
    ),
  },
  '/api/timer/start': {
    scope: 'log',
    POST: changeIfAny(
      { called: 'startTimer', body: TimerForm, gives: { 201: json.Timer } },
      (choice, { context, user }) => created(toTimerView(startTimer(context, user, choice).timer)),
    ),
  },
  '/api/timer/stop': {
    scope: 'log',
    POST: changeIfAny(STOPPED, (input, { context, user }) =>
      toAnswer(stopOrAsk(context, user, input)),
    ),
  },
  '/api/timer/continue': {
    scope: 'log',
    POST: act(CONTINUED, ({ context, user }) => {
      const { timer, isNew } = continueTimer(context, user);
      return (isNew ? created : ok)(toTimerView(timer));
    }),
  },
  '/api/timer/pause': { scope: 'log', POST: pressing('pauseTimer', pauseTimer) },
  '/api/timer/resume': { scope: 'log', POST: pressing('resumeTimer', resumeTimer) },
  '/api/timer/discard': {
    scope: 'log',
    POST: act({ called: 'discardTimer', gives: { 204: null } }, ({ context, user }) => {
      discardTimer(context, user);
      return noContent();
    }),
  },
};

/** 201 with the log, or 409 with what is missing. Throws 409 where it is too early, which uses up no key. */
function toAnswer(stopped: Stopped) {
  if (stopped.outcome === 'logged') return created(toWorkLogView(stopped.log));
  const message = sayStopped(stopped);
  if (stopped.outcome === 'too-short') throw conflict(message);
  const { isForgotten, issues } = stopped;
  const missing = issues.map(({ path }) => path);
  const forgotten = isForgotten ? { forgotten: true as const } : {};
  return { status: 409 as const, data: { message, missing, ...forgotten } };
}
