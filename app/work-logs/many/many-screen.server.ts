import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import type { Visit } from '../../auth/press.server.ts';
import { oncePerButton, parseFields } from '../../http/form/form.server.ts';
import { isAnswerToForm } from '../../http/form/kept-form.ts';
import { errorToast, submit } from '../../http/form/submit.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { backIn } from '../../http/own-path.ts';
import { redirectWithToast, seeOther } from '../../http/toast.server.ts';
import { oneOrSeveral } from '../../lib/count.ts';
import { formatHours } from '../../lib/duration.ts';
import { ProductError } from '../../lib/errors.ts';
import { formatPounds } from '../../lib/money.ts';
import { loadWorkLogOptions, ofKind } from '../form/log-form.server.ts';
import { workLogsAddress } from '../list/address.ts';
import { readFilters } from '../list/filters.ts';
import { listWorkLogs } from '../list/list.server.ts';
import { printLogIds, readLogIds } from '../log-ids.ts';
import { findWorkLog } from '../work-logs.server.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import { deleteMany, duplicateMany } from './many.server.ts';
import { ManyFields, MOST_AT_ONCE, sayMany, TOO_MANY, type LogSelection } from './many.ts';
import { MANY, PRESS, SHOWN } from './presses.ts';

/** Which logs an address names: `ids=12-14,20`, or with `all` those of its filters; null for none. */
function selectionIn(search: URLSearchParams): LogSelection | null {
  if (search.has('all')) {
    const { filters } = readFilters(search);
    return filters && { filters };
  }
  const ids = readLogIds(search.get('ids') ?? '', MOST_AT_ONCE);
  return ids && { ids };
}

/** Throws 400 for too many. */
function logsOf(context: AppLoadContext, selection: LogSelection): NamedWorkLog[] {
  if ('ids' in selection) {
    return selection.ids.flatMap((id) => findWorkLog(context, id) ?? []);
  }
  const { logs, hasMore } = listWorkLogs(context, selection.filters, { limit: MOST_AT_ONCE });
  if (hasMore) throw new ProductError(400, TOO_MANY);
  return logs;
}

/** What the dialog about many logs shows, which `press` of its address asks for. Leads back to the list where there are none. */
export function loadMany({ context, request, url }: Visit) {
  const selection = selectionIn(url.searchParams);
  const all = selection ? logsOf(context, selection) : [];
  if (all.length === 0 && !isAnswerToForm(request)) throw seeOther(workLogsAddress(url.search));
  const press = readPress(url.searchParams.get(PRESS));
  const open = all.filter((log) => press === 'duplicate' || !(log.isInvoiced || log.isClaimed));
  const sum = (of: (log: NamedWorkLog) => number) => open.reduce((all, log) => all + of(log), 0);
  const left = all.length - open.length;
  const options = loadWorkLogOptions(context);
  const [first] = open;
  const isMixed = open.some((log) => log.isHardware !== first?.isHardware);
  return {
    press,
    what: oneOrSeveral(open.length, '1 log', '# logs'),
    sums: `${formatHours(sum(({ duration }) => duration))} hours, ${formatPounds(sum(({ totalPence }) => totalPence))}`,
    left:
      left > 0
        ? oneOrSeveral(left, '1 invoiced log is left out.', '# invoiced logs are left out.')
        : '',
    canPress: open.length > 0,
    shown: printVersions(all),
    options: first && !isMixed ? ofKind(options, first) : options,
    confirm: url.searchParams.get('confirm') ?? '',
    oneTimeKey: newOneTimeKey(),
  };
}

const readPress = (text: unknown): 'change' | 'delete' | 'duplicate' =>
  text === 'delete' || text === 'duplicate' ? text : 'change';

/** The versions of logs as a short text, ids by version: `1:12-14,20;3:15`. */
function printVersions(logs: NamedWorkLog[]): string {
  const byVersion = Map.groupBy(logs, ({ version }) => version);
  return [...byVersion]
    .map(([version, alike]) => `${version}:${printLogIds(alike.map(({ id }) => id))}`)
    .join(';');
}

/** The version of each log as a form showed it, by its id. Throws a 400 page for what no form of ours sends. */
export function readVersions(text: FormDataEntryValue | null): Map<number, number> {
  const parts = typeof text === 'string' ? text.split(';') : [];
  return new Map(
    parts.flatMap((part) => {
      const [, version, runs = ''] = /^(\d{1,15}):(.*)$/.exec(part) ?? [];
      const ids = readLogIds(runs, MOST_AT_ONCE);
      if (!ids)
        throw new Response('The form could not be read. No changes were made.', { status: 400 });
      return ids.map((id) => [id, Number(version)] as const);
    }),
  );
}

/** The fields of the dialog as {@link ManyFields} has them: what is left empty changes nothing. */
export const ManyForm = z.preprocess((given, context) => {
  const fields = z.record(z.string(), z.unknown()).parse(given);
  const { rate, hourlyRate = '', jobId, descriptionIs, description = '' } = fields;
  const { clientId, workTypeId, date, moveDays, billable } = fields;
  const unused = (path: string, message: string) => {
    context.addIssue({ code: 'custom', path: [path], message, input: given });
  };
  if (rate !== 'typed' && hourlyRate !== '')
    unused('hourlyRate', 'Choose Other to use this rate, or clear it.');
  if (date && moveDays) unused('moveDays', 'Enter a date or a number of days, not both.');
  if (!descriptionIs && description !== '')
    unused('description', 'Choose what to do with this text, or clear it.');
  const all = {
    ...{ clientId, workTypeId, date, moveDays, billable },
    ...(typeof jobId === 'string' && { jobId: jobId === 'none' ? null : jobId }),
    ...(rate === 'today' && { rate }),
    ...(rate === 'typed' && { hourlyRate: hourlyRate === '' ? ' ' : hourlyRate }),
    ...(typeof descriptionIs === 'string' && {
      [descriptionIs]: description === '' ? ' ' : description,
    }),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => name !== '' && value !== ''),
  );
}, ManyFields);

/** Does what a button of the bar below the list, or of the question after it, says. */
export async function pressMany(
  { context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>,
  sent: FormData,
) {
  const back = sent.get('back');
  const place = typeof back === 'string' ? backIn(`?back=${encodeURIComponent(back)}`) : null;
  const search = place === null ? new URL(request.url).search : (place.split('?')[1] ?? '');
  const goTo = workLogsAddress(search);
  const press = readPress(sent.get(PRESS));
  const versions = sent.has(SHOWN) ? readVersions(sent.get(SHOWN)) : undefined;
  const address = new URLSearchParams(goTo.split('?')[1]);
  const ticked = sent.getAll('ids').filter((id) => typeof id === 'string');
  const ids = readLogIds(ticked.join(), MOST_AT_ONCE);
  if (sent.has('all')) address.set('all', '');
  else address.set('ids', printLogIds(ids ?? []));
  const selection = versions ? { ids: [...versions.keys()] } : selectionIn(address);
  if (selection === null)
    return redirectWithToast(context, goTo, errorToast('Tick at least one log first.'));
  address.set(PRESS, press);
  const question = () => `${MANY}?${address.toString()}`;
  if (versions === undefined && press !== 'duplicate') {
    try {
      logsOf(context, selection);
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      return redirectWithToast(context, goTo, errorToast(error.message));
    }
    return seeOther(question());
  }
  const form = oncePerButton(parseFields(request, sent, z.object({})));
  return submit(context, form, {
    run: () => (press === 'delete' ? deleteMany : duplicateMany)(context, selection, { versions }),
    goTo,
    success: (done) => sayMany(press === 'delete' ? 'deleted' : 'duplicated', done),
    failure: `Failed to ${press} work logs`,
    button: {
      ask: ({ confirm }) => {
        address.set('confirm', confirm);
        return seeOther(question());
      },
    },
  });
}
