import type { VatTreatment } from '#db/words.ts';
import { codesOverTime, sayVat, sayVatOverTime } from '../../clients/vat.ts';
import { formatBritishDay } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatPounds, poundsOf } from '../../lib/money.ts';
import type { StoredLink } from '../contacts/contact-links.server.ts';
import { vatQuestion } from '../contacts/contact-vat.server.ts';
import type { InvoiceLine, Organisation } from '../ledger.ts';
import { areHardware, type BilledEntry, type InvoiceGroup } from '../lines/groups.ts';
import { sumByCode } from '../lines/discount.ts';
import { datesOf } from '../lines/terms.ts';
import { formatMonths } from '../list/status.ts';
import { chosenOf } from './choices-address.server.ts';
import { dayName, discountName, dueDayName, invoicePerName, poNumberName } from './field-names.ts';
import { sumOf } from './invoice-sum.ts';
import { firstOf, MOST_LINES } from './open-at-once.ts';
import { fieldOf, writeShown, writeShownRows, type ReadChoices } from './read-choices.server.ts';
import { aboutItems } from '../../work-types/items-name.ts';

export type Shared = {
  contacts: Map<number, StoredLink>;
  organisation: Organisation;
  read: ReadChoices;
  today: string;
  /** The logs whose lines are open, or were a moment ago. */
  inUse: Set<number | null>;
  /** The log whose line is open. */
  open: number | null;
  /** What the VAT of a line can be, that has this one now. */
  vatChoices: (now: VatTreatment) => [string, string][];
  withMonths: Set<number>;
};

/** An invoice of the preview: its row, which follows the boxes. */
export function toGroupView(shared: Shared, group: InvoiceGroup) {
  const { client, key, choice, entries } = group;
  const contact = contactOf(shared, group);
  const isStopped = problemsOf(shared, group).length > 0;
  return {
    key,
    client: client.name,
    month: [group.job, formatMonths(group.firstMonth, group.month)].filter(Boolean).join(', '),
    /** Where its contact in Xero has another name. */
    contact: contact === client.name ? null : contact,
    goes: choice?.isLeftOut !== true,
    /** Whether something stands against all of it; what a discount comes to follows the boxes. */
    isStopped,
    discount: choice?.discount ?? null,
    /** What it would come to with its own box ticked, and the boxes of its lines as they are. */
    sum: sumOf(entries.map(toSummed), isStopped, choice?.discount),
  };
}

/** What stands against the whole invoice; the problems of single lines and of the discount stand there. */
function problemsOf(shared: Shared, group: InvoiceGroup): string[] {
  const own = group.entries.flatMap((entry) => entry.problems).concat(group.discountProblem ?? []);
  const problems = group.problems.filter((one) => !own.includes(one) && !isOfEmpty(one));
  const contactProblem = contactProblemOf(shared, group);
  return contactProblem === null ? problems : [...problems, contactProblem];
}

/** What can be chosen for an invoice beside its box and its lines, and what stands against it. */
function toChoices(shared: Shared, group: InvoiceGroup) {
  const { organisation, read } = shared;
  const { client, key, choice } = group;
  const { day, dueDay } = datesOf(group, { ...read.choices, today: shared.today });
  const poNumber = (choice?.poNumber === undefined ? client.poNumber : choice.poNumber) ?? '';
  const field = (name: string, value: string, problem: string | null = null) =>
    fieldOf(read, name, value, problem);
  const hasMonths = group.firstMonth !== group.month || shared.withMonths.has(client.id);
  return {
    clientId: client.id,
    contact: contactOf(shared, group),
    problems: problemsOf(shared, group),
    vat: vatOfClient(organisation, group),
    vatQuestion: vatQuestion(organisation, shared.contacts.get(client.id), group.timeTaxCodes),
    day: field(dayName(key), day),
    dueDay: field(dueDayName(key), dueDay),
    poNumber: field(poNumberName(key), poNumber),
    discount: field(discountName(key), choice?.discount ?? '', group.discountProblem),
    invoicePer: hasMonths || group.hasJobs ? field(invoicePerName(key), group.invoicePer) : null,
    hasJobs: group.hasJobs,
  };
}

/** What the VAT on this client's time is called, where the organisation says another for all. */
function vatOfClient(organisation: Organisation, group: InvoiceGroup): string | null {
  const { vatTreatment } = group.client;
  if (!organisation.isVatRegistered || vatTreatment === 'organisation') return null;
  const name = sayVatOverTime(codesOverTime(vatTreatment, organisation), organisation);
  const ofItems = group.entries.flatMap(({ logs }) => logs.filter(({ isHardware }) => isHardware));
  if (ofItems.length === 0) return name;
  return `${name}; ${areHardware(ofItems) ? 'hardware items' : 'items'} keep their own`;
}

const contactOf = ({ contacts }: Shared, { client }: InvoiceGroup) =>
  contacts.get(client.id)?.contactName ?? null;

/** Why a person must choose the client's contact; null where nobody must. */
function contactProblemOf(shared: Shared, group: InvoiceGroup): string | null {
  if (contactOf(shared, group) !== null) return null;
  return shared.read.contactProblems.get(group.client.id) ?? null;
}

/** An empty log's problem is said at the log, so not once more for the invoice. */
const isOfEmpty = (problem: string) => problem.includes('no items yet');

const idOf = ({ logs: [log] }: BilledEntry) => log?.id ?? 0;

/** The logs that are billed together, where they are several: the first one, and all of them. */
const severalOf = (entry: BilledEntry): [number, number[]][] =>
  entry.logs.length > 1 ? [[idOf(entry), entry.logs.map(({ id }) => id)]] : [];

function toSummed({ goes, logs, lines, problems, isEmpty, workedMinutes }: BilledEntry) {
  return {
    isTicked: goes,
    logs: logs.length,
    minutes: workedMinutes,
    netPence: lines.reduce((sum, line) => sum + line.netPence, 0),
    vatPence: lines.reduce((sum, line) => sum + line.vatPence, 0),
    byCode: lines,
    hasProblem: hasProblem({ problems, isEmpty }),
  };
}

const hasProblem = ({ problems, isEmpty }: Pick<BilledEntry, 'problems' | 'isEmpty'>) =>
  isEmpty || problems.length > 0;

/** The lines of an invoice, what can be chosen for it, and what the form shows of it. */
export type Lines = ReturnType<typeof toLines>;

/** The part of an invoice that is in the page's HTML alone, where there is room for it. */
export function toLines(shared: Shared, group: InvoiceGroup) {
  const { key, client, entries } = group;
  const { inUse, read, today } = shared;
  const { usualDay, termsDay } = datesOf(group, { ...read.choices, today });
  const { shown, rest } = firstOf(
    entries,
    MOST_LINES,
    (entry) =>
      !entry.goes ||
      hasProblem(entry) ||
      entry.vat !== null ||
      entry.logs.some(({ id }) => inUse.has(id)),
  );
  return {
    ...toChoices(shared, group),
    entries: shown.map((entry) => toEntryView(shared, group, entry)),
    rest: toRest(rest, group),
    shown: writeShown(key, {
      ids: shown.map(idOf),
      together: shown.flatMap(severalOf),
      clientId: client.id,
      day: usualDay,
      termsDay,
      poNumber: client.poNumber ?? '',
      discount: group.choice?.discount ?? '',
      invoicePer: group.invoicePer,
      ownPer: client.invoicePer,
      contactProblem: contactProblemOf(shared, group),
    }),
  };
}

/** The lines for which the page has no room, all of which go on the invoice; null where it has all. */
function toRest(entries: BilledEntry[], group: InvoiceGroup) {
  if (entries.length === 0) return null;
  const { logs, minutes, netPence, vatPence } = sumOf(entries.map(toSummed), false);
  return {
    text: `${entries.length === 1 ? '1 more line is' : `${formatCount(entries.length)} more lines are`} on this invoice. To see them or leave some out, choose a shorter period in Work Logs.`,
    work: `${logs} ${minutes}`,
    codes: codesOf(group, entries),
    net: formatPounds(netPence),
    vat: formatPounds(vatPence),
  };
}

/** What a discount's share is worked out from as boxes are ticked; null without a discount. */
const codesOf = ({ choice }: InvoiceGroup, entries: BilledEntry[]) =>
  choice?.discount ? JSON.stringify(sumByCode(entries.flatMap(({ lines }) => lines))) : null;

function toEntryView(shared: Shared, group: InvoiceGroup, entry: BilledEntry) {
  const { logs, lines, vat, usual, workedMinutes, billedMinutes, problems, isEmpty } = entry;
  const { organisation, open, vatChoices } = shared;
  const [first] = logs;
  const now = vat ?? usual.vat;
  const isVatOpen =
    organisation.isVatRegistered && !first?.isHardware && logs.some(({ id }) => id === open);
  return {
    id: idOf(entry),
    goes: entry.goes,
    work: `${logs.length} ${workedMinutes}`,
    codes: codesOf(group, [entry]),
    /** The VAT that was chosen for it. */
    vat,
    /** While it is open: the VAT that it has, and what it can have. */
    vatField: isVatOpen ? { value: now, choices: vatChoices(now) } : null,
    problems: isEmpty && first ? [aboutItems(EMPTY, first)] : problems,
    /** What was worked and what is billed, where these differ. */
    rounding:
      billedMinutes === workedMinutes || first?.isHardware
        ? null
        : `${formatDuration(workedMinutes)}, billed ${formatDuration(billedMinutes)}`,
    lines: lines.map((line, index) => ({
      key: index,
      description: line.description,
      quantity: line.quantity,
      unitPrice: poundsOf(line.unitPrice),
      vat: formatPounds(line.vatPence),
      vatNote: vatNoteOf(organisation, entry, line),
      amount: formatPounds(line.netPence),
      isNothing: line.netPence + line.vatPence === 0,
    })),
    logs: logs.map((log) => ({
      id: log.id,
      name: log.description || log.workTypeName,
      time: log.isHardware ? null : formatDuration(log.duration),
    })),
  };
}

/** What the VAT of a line is called, and why it has that; null where it is the organisation's usual one. */
function vatNoteOf(
  organisation: Organisation,
  { vat, usual, logs: [log] }: BilledEntry,
  { taxCode }: InvoiceLine,
): string | null {
  const since = log?.isHardware ? null : usual.since;
  const isUsual = vat === null && since === null && taxCode === organisation.timeTaxCode;
  if (taxCode === null || isUsual) return null;
  const clients = since === null ? 'the client’s' : `since ${formatBritishDay(since)}`;
  const why = vat !== null ? 'chosen for this line' : log?.isHardware ? 'the item’s' : clients;
  return `VAT: ${sayVat(taxCode, organisation)} (${why})`;
}

const EMPTY = 'This hardware log has no items yet. Add them, delete it, or leave it out.';

/** Whether something was chosen for an invoice beside its box. */
export function isInUse({ read }: Shared, group: InvoiceGroup): boolean {
  const fields = [dayName, dueDayName, poNumberName, discountName, invoicePerName];
  return (
    group.entries.some(({ goes, vat }) => !goes || vat !== null) ||
    chosenOf(group).length > 0 ||
    fields.some((name) => read.issues.has(name(group.key)))
  );
}

/** What the form shows of the invoices whose lines are not on the page. */
export function toRows(shared: Shared, groups: InvoiceGroup[]) {
  return writeShownRows({
    day: shared.today,
    of: groups.map(({ key, entries }) => [key, entries.map(idOf)]),
    problems: groups.flatMap((group): [string, string][] => {
      const problem = contactProblemOf(shared, group);
      return problem === null ? [] : [[group.key, problem]];
    }),
  });
}
