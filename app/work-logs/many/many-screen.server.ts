import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import type { Visit } from '../../auth/press.server.ts';
import { Nothing, oncePerButton, parseFields } from '../../http/form/form.server.ts';
import { isAnswerToForm } from '../../http/form/kept-form.ts';
import { errorToast, submit } from '../../http/form/submit.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { seeOther } from '../../http/toast.server.ts';
import { oneOrSeveral } from '../../lib/count.ts';
import { formatHours } from '../../lib/duration.ts';
import { conflict } from '../../lib/errors.ts';
import { formatPounds } from '../../lib/money.ts';
import { loadWorkLogOptions, ofKind } from '../form/log-form.server.ts';
import { MANY, PRESS, SHOWN, workLogsAddress } from '../list/address.ts';
import { readFilters } from '../list/filters.ts';
import { printLogIds, readLogIds } from '../log-ids.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import { changeMany, chosenLogs } from './many.server.ts';
import { ManyFields, MOST_AT_ONCE, sayMany, type LogSelection } from './many.ts';

/** Which logs an address names: `ids=12-14,20`, or with `all` those of its filters; null for none. */
function selectionIn(search: URLSearchParams): LogSelection | null {
  if (search.has('all')) {
    const { filters } = readFilters(search);
    return filters && { filters };
  }
  const ids = readLogIds(search.get('ids') ?? '', MOST_AT_ONCE);
  return ids && { ids };
}

/** What the dialog about many logs shows, which `press` of its address asks for. Leads back to the list where there are none. */
export function loadMany({ context, request, url }: Visit) {
  const selection = selectionIn(url.searchParams);
  const chosen = selection ? [...chosenLogs(context, selection).values()] : [];
  const all = chosen.filter((log) => log !== null);
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
    shown: all.map(({ id, version }) => `${id}:${version}`).join(),
    options: first && !isMixed ? ofKind(options, first) : options,
    confirm: url.searchParams.get('confirm') ?? '',
    oneTimeKey: newOneTimeKey(),
  };
}

const readPress = (text: unknown): 'change' | 'delete' | 'duplicate' =>
  text === 'delete' || text === 'duplicate' ? text : 'change';

/** The version of each log as a form showed it, by its id. Throws a 400 page for what no form of ours sends. */
export function readVersions(shown: FormDataEntryValue | null): Map<number, number> {
  const pairs = typeof shown === 'string' ? [...shown.matchAll(/(\d{1,15}):(\d{1,15})/g)] : [];
  if (pairs.length === 0)
    throw new Response('The form could not be read. No changes were made.', { status: 400 });
  return new Map(pairs.map(([, id, version]) => [Number(id), Number(version)]));
}

/** The fields of the dialog as {@link ManyFields} has them: what is left empty changes nothing. */
export const ManyForm = z.preprocess((given: Record<string, unknown>, context) => {
  const { rate, hourlyRate = '', jobId, descriptionIs, description = '', ...same } = given;
  const unused = (path: string, message: string) => {
    context.addIssue({ code: 'custom', path: [path], message, input: given });
  };
  if (rate !== 'typed' && hourlyRate !== '')
    unused('hourlyRate', 'Choose Other to use this rate, or clear it.');
  if (same.date && same.moveDays) unused('moveDays', 'Enter a date or a number of days, not both.');
  if (!descriptionIs && description !== '')
    unused('description', 'Choose what to do with this text, or clear it.');
  const orBlank = (text: unknown) => (text === '' ? ' ' : text);
  const all = {
    ...same,
    jobId: jobId === 'none' ? null : jobId,
    rate: rate === 'today' ? rate : '',
    hourlyRate: rate === 'typed' ? orBlank(hourlyRate) : '',
    ...(typeof descriptionIs === 'string' && { [descriptionIs]: orBlank(description) }),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined && value !== ''),
  );
}, ManyFields);

/** Does what a button of the bar below the list, or of the question after it, says. */
export async function pressMany(
  { context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>,
  sent: FormData,
) {
  const back = sent.get('back');
  const { search } = new URL(request.url);
  const isFromList = typeof back === 'string';
  const goTo = workLogsAddress(isFromList ? `?back=${encodeURIComponent(back)}` : search);
  const press = readPress(sent.get(PRESS));
  const deed = press === 'delete' ? 'deleted' : 'duplicated';
  const versions = sent.has(SHOWN) ? readVersions(sent.get(SHOWN)) : undefined;
  const ticked = sent.getAll('ids').filter((id) => typeof id === 'string');
  const address = new URLSearchParams(goTo.split('?')[1]);
  if (sent.has('all')) address.set('all', '');
  else address.set('ids', printLogIds(readLogIds(ticked.join(), MOST_AT_ONCE) ?? []));
  address.set(PRESS, press);
  const question = () => `${MANY}?${address.toString()}`;
  const selection = versions ? { ids: [...versions.keys()] } : selectionIn(address);
  const isAsked = selection === null || (versions === undefined && press !== 'duplicate');
  return submit(context, oncePerButton(parseFields(request, sent, Nothing)), {
    run: () => {
      if (selection === null) throw conflict('Tick at least one log first.');
      if (!isAsked) return changeMany(context, selection, deed, { versions });
      chosenLogs(context, selection);
      return null;
    },
    goTo: (done) => (done ? goTo : question()),
    success: (done) => done && sayMany(done),
    failure: `Failed to ${press} work logs`,
    toastFor: ({ message }) => (isAsked ? errorToast(message) : undefined),
    button: {
      backTo: goTo,
      ask: ({ confirm }) => {
        address.set('confirm', confirm);
        return seeOther(question());
      },
    },
  });
}
