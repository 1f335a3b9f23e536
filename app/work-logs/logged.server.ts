import type { AppLoadContext } from '@remix-run/node';
import type { PostedForm } from '../http/form/form.server.ts';
import { asOfSending } from '../http/form/sent-later.server.ts';
import { formatDuration } from '../lib/duration.ts';
import { formatPounds } from '../lib/money.ts';
import { apart } from '../lib/text.ts';
import type { ToastMessage } from '../ui/toast/toast.ts';
import { sayMeasure, type NamedWorkLog, type WorkLogInput } from './work-logs.ts';
import type { Services } from '../context.server.ts';
import { getClient } from '../clients/clients.server.ts';
import { findJob } from '../jobs/jobs.server.ts';
import { aboutItems } from '../work-types/items-name.ts';
import { findWorkType, getWorkType } from '../work-types/work-types.server.ts';
import type { ListServices } from './list/search.server.ts';
import { findWorkLog, logWork, getOpenWorkLog, getWorkLog } from './work-logs.server.ts';
import { typedTimes } from './work-times.ts';
import { describeWorth, rateOfNewLog } from './rates/rates.ts';
import { entryOf, type Entry } from '../ai/batch/batches.server.ts';
import { dayOf, formatBritishDay } from '../lib/calendar.ts';

const sayLogged = (log: NamedWorkLog): string =>
  log.isHardware
    ? aboutItems('Hardware work logged successfully', log)
    : 'Work logged successfully';

/** The toast about a log that was just made without a look at it, with its Undo. */
export function loggedWithUndo(log: NamedWorkLog): ToastMessage {
  return { title: sayLogged(log), text: describeLogged(log), undo: `/work-logs/${log.id}/undo` };
}

/** How much was done for whom: `1h 30m for Thorn`. */
export function describeMeasure(log: NamedWorkLog): string {
  return `${sayMeasure(log)} for ${apart(log.clientName)}`;
}

/** A log in a few words: `1h 30m for Thorn, Support: £90.00`. */
export function describeLogged(log: NamedWorkLog): string {
  return `${describeMeasure(log)}, ${apart(log.workTypeName)}: ${formatPounds(log.totalPence)}`;
}

export type LoggedAndSaid = { id: number; toast: ToastMessage };

/**
 * What `submit` is given for a form that logs work (`logWork`, and throws what it throws), and says what was understood
 * and charged.
 */
export const logsWork = (context: AppLoadContext, say = sayLogged) => ({
  run: (input: WorkLogInput, { payload }: PostedForm<unknown>): LoggedAndSaid => {
    const services = asOfSending(context);
    const { timeZone } = context.config;
    const { duration, hours = duration, minutes } = payload;
    const { date } = input;
    const day = date && 'day' in date ? date.day : dayOf(services.clock(), timeZone);
    const times = { ...typedTimes(minutes, day, timeZone), ...typedTimes(hours, day, timeZone) };
    const isTime = findWorkType(context, input.workTypeId)?.isHardware === false;
    const log = logWork(services, isTime ? { ...input, ...times } : input);
    const text = say(log);
    if (log.isHardware) return { id: log.id, toast: { text } };
    return { id: log.id, toast: { title: text, text: sayWorth(context, log, input) } };
  },
  again: leavesLogs(context, ({ id }: LoggedAndSaid) => [id]),
});

/** What `submit` is told of a form on a screen that logs work, when it comes again. */
export const leavesLogs = <Result>(
  context: Pick<Services, 'db'>,
  ids: (result: Result) => number[],
) => ({
  leaves: { ids, isThere: (id: number) => findWorkLog(context, id) !== null },
  isOnScreen: true,
});

/** The duration of a log that was just made, its rate and what it comes to; `input` chose the rate. */
export function sayWorth(
  context: Pick<Services, 'db'>,
  log: NamedWorkLog,
  input: Pick<WorkLogInput, 'hourlyRate' | 'rateChoice'>,
): string {
  const client = getClient(context, log.clientId);
  const job = log.jobId === null ? null : findJob(context, log.jobId);
  const rate = rateOfNewLog(input, client, getWorkType(context, log.workTypeId), job);
  return describeWorth(log.duration, rate, log.billable);
}

/** A log whose description is to be rewritten; null when it does not exist any more. */
export function logToRewrite(services: ListServices, id: number): Entry | null {
  return entryOf(
    () => {
      const { clientName, workTypeName, date, duration, description } = getWorkLog(services, id);
      const day = formatBritishDay(dayOf(date, services.config.timeZone));
      const time = duration > 0 ? formatDuration(duration).replaceAll(' ', '\u00a0') : '';
      const details = [workTypeName, day, time].filter(Boolean).join(' · ');
      return { title: clientName, details, text: description };
    },
    () => getOpenWorkLog(services, id),
  );
}
