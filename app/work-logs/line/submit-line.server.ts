import { json, type AppLoadContext } from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import { parseFields } from '../../http/form/form.server.ts';
import { fingerprintOf } from '../../http/once/one-time-keys.server.ts';
import { isOwnPath } from '../../http/own-path.ts';
import { asOfSending } from '../../http/form/sent-later.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { dayOf, formatBritishDay } from '../../lib/calendar.ts';
import { formatDuration, toHoursInput } from '../../lib/duration.ts';
import { formatPounds } from '../../lib/money.ts';
import { apart } from '../../lib/text.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { leavesLogs, sayWorth } from '../logged.server.ts';
import { chosenWorkType, logWork } from '../work-logs.server.ts';
import { printLogIds } from '../log-ids.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import { invalid } from '../../lib/errors.ts';
import {
  ChosenForm,
  LineForm,
  linesOf,
  businessDay,
  inputOf,
  lineOptions,
  logLine,
  logLines,
  readLines,
  type ReadLine,
} from './line.server.ts';
import { LINE_PATH } from './line-path.ts';
import { knownOf } from './names.ts';
import { sayHardware, sayReading } from './say-line.ts';

/** What several lines were understood as, for one look before they are logged. */
export type Look = { rows: ReturnType<typeof toRow>[]; isClear: boolean };

/** What the page shows after a line that was not logged at once. */
export type LineReply = { result: SubmissionResult; look?: Look };

type Sent = { request: Request; context: AppLoadContext; form: FormData };

/**
 * Takes what was sent from any field for lines. One clear line is logged at once. One that is not
 * clear comes back with all that was understood, and fields for the rest. Several come back for one
 * look, and are logged, all or none, when they are sent again and still mean the same.
 */
export function submitLine(sent: Sent) {
  const posted = parseFields(sent.request, sent.form, LineForm);
  const { submission } = posted;
  const lines = submission.status === 'success' ? linesOf(submission.value.line) : [];
  const [first = ''] = lines;
  if (lines.length > 1) return submitSeveral(sent, lines);
  if (first !== '' && textIn(sent.form, 'readLine') === first) return submitChosen(sent);
  const services = asOfSending(sent.context);
  const [read] = readLines(services, lines);
  if (read && read.issues.length > 0) return chooseRest(sent, read);
  return submit(sent.context, posted, {
    ...answersOf(sent),
    run: () => [logLine(services, first)],
  });
}

function answersOf({ context, form }: Sent) {
  const back = textIn(form, 'back');
  return {
    goTo: isOwnPath(back) ? back : LINE_PATH,
    success: (logs: NamedWorkLog[]) => ({ ...toastOf(context, logs), continueIn: 'line' as const }),
    again: leavesLogs(context, (logs: NamedWorkLog[]) => logs.map(({ id }) => id)),
    failure: 'Failed to log work',
  };
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : '';
}

/** The form with fields, in which somebody has said what the line did not. */
function submitChosen(sent: Sent) {
  const { request, context, form } = sent;
  return submit(context, parseFields(request, form, ChosenForm), {
    ...answersOf(sent),
    run: ({ date, ...fields }) => {
      const services = asOfSending(context);
      const { name, isHardware } = chosenWorkType(context.db, fields.workTypeId);
      if (isHardware) throw invalid('workTypeId', sayHardware(name));
      return [logWork(services, inputOf(services, { ...fields, day: date }))];
    },
  });
}

function submitSeveral(sent: Sent, lines: string[]) {
  const { request, context, form } = sent;
  const services = asOfSending(context);
  const read = readLines(services, lines);
  // A line without a day was shown as today's. On the next day the same line means another day.
  const today = read.some(({ reading }) => reading.day === null) ? businessDay(services) : null;
  const looked = fingerprintOf(JSON.stringify([today, read]));
  const isClear = read.every(({ issues }) => issues.length === 0);
  if (!isClear || textIn(form, 'looked') !== looked) return look(sent, { read, looked, isClear });
  return submit(context, parseFields(request, form, LineForm), {
    ...answersOf(sent),
    run: () => logLines(services, lines),
  });
}

/** Answers with the page, and the fields as they are to be shown. */
function show(
  { form }: Sent,
  values: Record<string, string>,
  errors: Record<string, string[]>,
  look?: Look,
) {
  const isWrong = Object.keys(errors).length > 0;
  const kept = ['line', 'back', 'oneTimeKey'].map((name) => [name, textIn(form, name)] as const);
  const result: SubmissionResult = {
    ...(isWrong ? { status: 'error' as const, error: errors } : {}),
    initialValue: { ...Object.fromEntries(kept), ...values },
  };
  const status = isWrong ? 400 : 200;
  return json<LineReply>(look ? { result, look } : { result }, { status });
}

function toRow({ reading, issues }: ReadLine, options: ReturnType<typeof lineOptions>) {
  const { worth, ...said } = sayReading(reading, options);
  return { said, worth, problems: issues.map(({ message }) => message) };
}

function look(
  sent: Sent,
  { read, looked, isClear }: { read: ReadLine[]; looked: string; isClear: boolean },
) {
  const options = lineOptions(sent.context);
  const rows = read.map((one) => toRow(one, options));
  const wrong = rows.flatMap(({ problems }, index) => (problems.length > 0 ? [index + 1] : []));
  const list = new Intl.ListFormat('en-GB').format(wrong.map(String));
  const lines = wrong.length === 1 ? `line ${list}` : `lines ${list}`;
  const errors = { line: [`Not logged yet. Fix ${lines}, then read again.`] };
  return show(sent, { looked }, wrong.length === 0 ? {} : errors, { rows, isClear });
}

/** Asks for what one line does not say, with all that it does. */
function chooseRest(sent: Sent, { line, reading, issues }: ReadLine) {
  const { client, workType, job, duration, day, description } = reading;
  const isWrong = (path: string) => issues.some((issue) => issue.path === path);
  const minutes = knownOf(duration);
  const idOf = (path: string, part: typeof client) =>
    isWrong(path) ? '' : String(knownOf(part)?.id ?? '');
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues) (errors[path] ??= []).push(message);
  const values = {
    readLine: line,
    duration: minutes === null ? '' : toHoursInput(minutes),
    clientId: idOf('clientId', client),
    workTypeId: idOf('workTypeId', workType),
    jobId: String(job?.id ?? ''),
    date: isWrong('date') ? (day ?? '') : (day ?? businessDay(asOfSending(sent.context))),
    description,
  };
  return show(sent, values, errors);
}

function toastOf(context: AppLoadContext, logs: NamedWorkLog[]): ToastMessage {
  const [log] = logs;
  const title = 'Work logged successfully';
  const undo = `/work-logs/${printLogIds(logs.map(({ id }) => id))}/undo`;
  if (logs.length !== 1 || !log) {
    const sum = (of: (one: NamedWorkLog) => number) => logs.reduce((all, one) => all + of(one), 0);
    const minutes = formatDuration(sum(({ duration }) => duration));
    const amount = formatPounds(sum(({ totalPence }) => totalPence));
    return { title, text: `${logs.length} work logs: ${minutes} · ${amount}`, undo };
  }
  const { clientName, workTypeName, jobName, date } = log;
  const day = formatBritishDay(dayOf(date, context.config.timeZone));
  const worth = sayWorth(context, log, { hourlyRate: null });
  const names = [clientName, workTypeName, jobName].filter((name) => name !== null).map(apart);
  const text = `${[...names, day].join(', ')}: ${worth}`;
  return { title, text, undo };
}
