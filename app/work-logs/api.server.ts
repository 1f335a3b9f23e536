import { z } from 'zod';
import { ifMatch, recordApi, versioned } from '../auth/api-record.server.ts';
import { act, change, type ApiCall, type ApiTable, changeIfAny } from '../auth/api-route.server.ts';
import {
  created,
  noContent,
  ok,
  schemaOfChange,
  toId,
  type Answer,
} from '../http/json-api.server.ts';
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
import type { Services } from '../context.server.ts';
import { answerList, type ListContext } from '../http/api-list.server.ts';
import { ProductError, conflict } from '../lib/errors.ts';
import { readFilters } from './list/filters.ts';
import { listWorkLogs } from './list/list.server.ts';
import { changeMany } from './many/many.server.ts';
import { ManyBody, RepriceBody } from './many/many.ts';
import { planRepricing, reprice, type Repricing } from './many/reprice.server.ts';
import { toDecimalString } from '../lib/money.ts';
import {
  TimerForm,
  StopBody,
  TimerBody,
  TIMER_JSON,
  toTimerView,
  type Stopped,
} from './timer/timer.ts';
import { continueTimer } from './timer/continue.server.ts';
import {
  changeTimer,
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
  find: getWorkLog,
  view: toWorkLogView,
  known: WORK_LOG_JSON,
});

/** An item has no version of its own: `If-Match` names the version of its log. */
const ifLogMatches = <Result>(call: ApiCall, run: () => Result) =>
  ifMatch(call, () => getWorkLog(call.context, idOf(call)), run);

export const WORK_LOGS_API: ApiTable = {
  '/api/work-logs': {
    scope: 'log',
    GET: ({ context, url }) => answerWorkLogs(context, url),
    POST: change(
      WorkLogBody,
      (input, { context }) => created(toWorkLogView(logWork(context, input))),
      WORK_LOG_JSON,
    ),
  },
  '/api/work-logs/line': {
    scope: 'log',
    GET: ({ context }) => loadLineData(context),
    POST: change(LineBody, ({ line, clientId }, { context }) =>
      created(toWorkLogView(logLine(context, line, clientId))),
    ),
  },
  '/api/work-logs/bulk': {
    scope: 'log',
    POST: change(ManyBody, ({ selection, change }, { context }) => {
      const { changed, left } = changeMany(context, selection, change);
      return ok({ changed: changed.length, ids: changed, left });
    }),
  },
  '/api/work-logs/reprice': {
    scope: 'log',
    POST: change(RepriceBody, (of, { context, url }) => {
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
    POST: act((call) => created(toWorkLogView(repeatWorkLog(call.context, idOf(call))))),
  },
  '/api/work-logs/:id/invoiced': {
    scope: 'invoice',
    POST: change(InvoicedFields, ({ invoiceNumber }, call) =>
      versioned(markInvoiced(call.context, idOf(call), invoiceNumber), toWorkLogView),
    ),
    DELETE: act((call) => {
      markInvoiced(call.context, idOf(call), null);
      return noContent();
    }),
  },
  '/api/worklogs/:id/hardware-items': {
    scope: 'log',
    POST: change(
      HardwareItemInput,
      (input, call) =>
        ifLogMatches(call, () => created(toItemView(addItem(call.context, idOf(call), input)))),
      ITEM_JSON,
    ),
  },
  '/api/worklogs/:id/hardware-items/:itemId': {
    scope: 'log',
    PUT: change(
      (call) => {
        const current = toItemView(getItem(call.context, ...itemIdsOf(call)));
        const named = (body: unknown) => changeOfItem(body, current);
        return z.preprocess(named, schemaOfChange(current, HardwareItemInput));
      },
      (input, call) =>
        ifLogMatches(call, () =>
          ok(toItemView(updateItem(call.context, ...itemIdsOf(call), input))),
        ),
      ITEM_JSON,
    ),
    DELETE: act((call) => {
      ifLogMatches(call, () => {
        removeItem(call.context, ...itemIdsOf(call));
      });
      return noContent();
    }, ITEM_JSON),
  },
};

function answerWorkLogs(context: ListContext & Pick<Services, 'db'>, url: URL): Response {
  const { filters, issues } = readFilters(url.searchParams);
  if (issues) throw new ProductError(400, issues[0]?.message ?? 'Wrong filter.', issues);
  return answerList(context, url, {
    read: (page) => {
      const { logs, hasMore } = listWorkLogs(context, filters, page);
      return { rows: logs, hasMore };
    },
    cursorOf: (log) => ({ date: log.date.getTime(), id: log.id }),
    toView: toWorkLogView,
  });
}

const pressing = (press: typeof pauseTimer) =>
  act(({ context, user }) => ok(toTimerView(press(context, user))), TIMER_JSON);

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

export const TIMER_API: ApiTable = {
  '/api/timer': {
    scope: 'log',
    GET: ({ context, user }) => {
      const running = runningTimer(context.db, user);
      return running === null ? { running: false } : toTimerView(running);
    },
    PUT: change(
      TimerBody,
      (input, { context, user }) => ok(toTimerView(changeTimer(context, user, input))),
      TIMER_JSON,
    ),
  },
  '/api/timer/start': {
    scope: 'log',
    POST: changeIfAny(TimerForm, (choice, { context, user }) =>
      created(toTimerView(startTimer(context, user, choice).timer)),
    ),
  },
  '/api/timer/stop': {
    scope: 'log',
    POST: changeIfAny(StopBody, (input, { context, user }) =>
      toAnswer(stopOrAsk(context, user, input)),
    ),
  },
  '/api/timer/continue': {
    scope: 'log',
    POST: act(({ context, user }) => {
      const { timer, isNew } = continueTimer(context, user);
      return (isNew ? created : ok)(toTimerView(timer));
    }, TIMER_JSON),
  },
  '/api/timer/pause': { scope: 'log', POST: pressing(pauseTimer) },
  '/api/timer/resume': { scope: 'log', POST: pressing(resumeTimer) },
  '/api/timer/discard': {
    scope: 'log',
    POST: act(({ context, user }) => {
      discardTimer(context, user);
      return noContent();
    }),
  },
};

/** 201 with the log, or 409 with what is missing. Throws 409 where it is too early, which uses up no key. */
function toAnswer(stopped: Stopped): Answer {
  if (stopped.outcome === 'logged') return created(toWorkLogView(stopped.log));
  const message = sayStopped(stopped);
  if (stopped.outcome === 'too-short') throw conflict(message);
  const { isForgotten, issues } = stopped;
  const missing = issues.map(({ path }) => path);
  return { status: 409, data: { message, missing, ...(isForgotten ? { forgotten: true } : {}) } };
}
