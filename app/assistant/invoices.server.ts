import { z } from 'zod';
import { fingerprintOf } from '../http/once/one-time-keys.server.ts';
import { NO_CHOICES } from '../invoices/lines/choices.ts';
import type { InvoiceGroup } from '../invoices/lines/groups.ts';
import { datesOf } from '../invoices/lines/terms.ts';
import { fingerprintOfPlan, isReady, planPage } from '../invoices/preview/plan.server.ts';
import { readProposed, todayOf } from '../invoices/preview/preview.server.ts';
import { createInvoices } from '../invoices/runs/create.server.ts';
import { dayOf } from '../lib/calendar.ts';
import { checked } from '../lib/checked.ts';
import { conflict, invalid } from '../lib/errors.ts';
import { toDecimalString } from '../lib/money.ts';
import { seal, unseal } from '../platform/secrets/sealed.server.ts';
import { readFilters, type WorkLogFilters } from '../work-logs/list/filters.ts';
import { searchOf, WHICH } from './look.server.ts';
import { outside, reader, text, type Call } from './tool.server.ts';

const WORD_LIFETIME = 10 * 60_000;

/** After so many milliseconds, the answer is the progress so far. */
const PATIENCE = 25_000;

const Which = z.object(WHICH);

const UNTIL = 'Without any filter: the work up to the end of last month.';

/** Which work is meant, as the screen reads it. Throws 400. */
function filtersOf({ context }: Call, which: z.output<typeof Which>): WorkLogFilters {
  const address = new URL(`/?${searchOf(which).toString()}`, context.config.origin);
  return readProposed(context, address).filters;
}

/** What would be invoiced, dated `today`. Throws 409 without an active organisation, and for too much at once. */
function plan({ context }: Call, filters: WorkLogFilters, today = todayOf(context)) {
  const planned = planPage(context, filters);
  const ready = planned.groups.filter(isReady);
  const invoices = planned.groups.map((group) => toInvoice(group, today));
  const organisation = planned.organisation.name;
  const data = { organisation, until: filters.endDate, invoices, ...sumsOf(ready) };
  const fingerprint = fingerprintOfPlan(context, planned);
  const hash = fingerprintOf(fingerprint, JSON.stringify(data)).slice(0, 22);
  return { say: `Nothing was made. Would be: ${ready.length}.`, data, fingerprint, hash, ready };
}

const sumsOf = (groups: Pick<InvoiceGroup, 'content'>[]) => {
  const sum = (part: 'netPence' | 'vatPence' | 'totalPence') =>
    toDecimalString(groups.reduce((all, { content }) => all + content[part], 0));
  return { net: sum('netPence'), vat: sum('vatPence'), total: sum('totalPence') };
};

function toInvoice(group: InvoiceGroup, today: string) {
  const { client, job, firstMonth, month, totalMinutes: minutes, logIds, problems } = group;
  const { day, dueDay } = datesOf(group, { today });
  const { id: clientId, name, poNumber } = client;
  const dated = { firstMonth, month, day, dueDay };
  const of = { clientId, client: name, poNumber, job, ...dated, logs: logIds.length, minutes };
  return { ...of, ...sumsOf([group]), isReady: isReady(group), problems };
}

const purposeOf = ({ user, context }: Call) =>
  `invoices of person ${user.id}, token ${context.token.id}`;

/** What a word says, which nobody can make or change: when it was given, and for what. Throws 400, and 409. */
function readWord(call: Call, word: string) {
  const { clock, appSecret, config } = call.context;
  const said = unseal(appSecret, purposeOf(call), word);
  if (said === null) throw invalid('word', NO_WORD);
  const [at = '', hash, search] = said.split(' ');
  const age = clock().getTime() - Number(at);
  if (age < 0 || age > WORD_LIFETIME) throw conflict(EXPIRED);
  const filters = checked(readFilters(new URLSearchParams(search)));
  return { filters, hash, madeOn: dayOf(new Date(Number(at)), config.timeZone) };
}

const NO_WORD =
  'This is no confirmation word that prepare_invoices gave to this token, so no invoices were made.';
const EXPIRED =
  'This confirmation word is over ten minutes old, so no invoices were made. Prepare them again.';

export const INVOICES = {
  preview_invoices: reader({
    scope: 'read',
    description: `Says which invoices would be made now, and their sums. ${UNTIL}`,
    takes: Which,
    run: (which, call) => {
      const { say, data } = plan(call, filtersOf(call, which));
      return { say, data };
    },
  }),
  prepare_invoices: reader({
    scope: 'invoice',
    description: `The first of two steps: says which invoices would be made, with a confirmation word for create_invoices. Show them to the person, and go on only if they agree. ${UNTIL}`,
    takes: Which,
    run: (which, call) => {
      const { clock, appSecret } = call.context;
      const filters = filtersOf(call, which);
      const { say, data, hash, ready } = plan(call, filters);
      const said = [clock().getTime(), hash, searchOf(filters).toString()].join(' ');
      const word = ready.length === 0 ? null : seal(appSecret, purposeOf(call), said);
      return { say, data: { ...data, word } };
    },
  }),
  create_invoices: outside({
    scope: 'invoice',
    description:
      'The second step: makes the invoices that prepare_invoices showed, as drafts in the accounting system; none where anything has changed since. Only once the person has seen them and agreed.',
    takes: z.object({ word: text.max(2_000, NO_WORD).describe('"word" of prepare_invoices.') }),
    run: async ({ word }, call) => {
      const { context, user } = call;
      const { filters, hash, madeOn } = readWord(call, word);
      const now = plan(call, filters, madeOn);
      // Refused in the transaction of the claim; a repetition is given what the first call made.
      const fingerprint = hash === now.hash ? now.fingerprint : 'of something else';
      const print = fingerprintOf(word);
      const oneTime = { userId: user.id, key: print, fingerprint: print };
      const choices = { ...NO_CHOICES, madeOn };
      const asked = { userId: user.id, filters, choices, fingerprint, oneTime };
      const result = await createInvoices(context, asked, PATIENCE);
      return { say: `Made: ${result.invoicesCreated}.`, data: result };
    },
  }),
};
