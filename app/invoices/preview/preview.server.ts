import { readAiKey } from '../../ai/settings/ai-settings.server.ts';
import { MOST_REWRITES } from '../../ai/batch/batches.server.ts';
import type { Services } from '../../context.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { formatBritishDay } from '../../lib/calendar.ts';
import { ProductError } from '../../lib/errors.ts';
import { formatDuration, formatHours } from '../../lib/duration.ts';
import { formatPounds } from '../../lib/money.ts';
import { readFilters } from '../../work-logs/list/filters.ts';
import { contactsOf, type ContactLink } from '../contacts/contact-links.server.ts';
import type { ContactScreen } from '../contacts/contact-screen.server.ts';
import type { Organisation } from '../ledger.ts';
import { isDescribed, type BilledEntry, type InvoiceGroup } from '../lines/groups.ts';
import { dueDay } from '../lines/terms.ts';
import { formatMonths } from '../list/month.ts';
import { readTemplate } from '../template/template.server.ts';
import { countLeftOut } from './billable.server.ts';
import { describeFilters, describeLeftOut } from './describe.server.ts';
import { choicesOfAddress } from './choices-address.server.ts';
import { dayName, dueDayName, invoicePerName, poNumberName } from './field-names.ts';
import type { OpenLine } from './open-line.server.ts';
import { sumAsSent } from './invoice-sum.ts';
import { fingerprintOfPlan, planInvoices } from './plan.server.ts';
import { propose, todayOf } from './proposal.ts';
import { NOTHING_CHOSEN, writeShown, type ReadChoices } from './read-choices.server.ts';

type PreviewServices = Pick<Services, 'db' | 'config' | 'clock' | 'appSecret' | 'ledger'>;

/** The data of the preview, as text and, where sums follow the boxes, as pence. */
export type Preview = ReturnType<typeof loadPreview>;

/** With more lines than this, whole invoices can be left out, and single lines by the filters. */
export const MOST_LINE_BOXES = 5_000;

/** What a person did in the preview so far. */
export type Answered = {
  read?: ReadChoices;
  /** The line that is open for editing. */
  open?: OpenLine | null;
  /** The log whose line was closed a moment ago: the place to go on from. */
  closed?: number | null;
  /** The contacts to choose from for a client. */
  contacts?: { clientId: number; screen: ContactScreen } | null;
  /** Why what was asked for was not done. */
  error?: string | null;
};

/** The filters of an address, and what of it is proposed. Throws 400 for a wrong filter. */
export function readProposed(services: Pick<Services, 'clock' | 'config'>, url: URL) {
  const { filters, issues } = readFilters(url.searchParams);
  if (issues) throw new ProductError(400, issues[0]?.message ?? 'Wrong filter.', issues);
  return propose(url, filters, todayOf(services));
}

/**
 * The preview for an address, with what a person chose so far. Throws 400 for a wrong filter, and 409
 * when no organisation is active.
 */
export function loadPreview(services: PreviewServices, url: URL, answered: Answered = {}) {
  const { open = null, closed = null, error = null } = answered;
  const ofAddress = answered.read ? null : choicesOfAddress(url);
  const read = answered.read ?? ofAddress ?? NOTHING_CHOSEN;
  const { filters, search, proposal } = readProposed(services, url);
  const plan = planInvoices(services, filters, read.choices);
  const { organisation } = plan;
  const lineCount = plan.groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const template = readTemplate(services);
  const isRewriting = readAiKey(services) !== null;
  const shared = {
    contacts: contactsOf(services, organisation.organisationId),
    organisation,
    read,
    today: todayOf(services),
    hasBoxes: lineCount <= MOST_LINE_BOXES,
    withMonths: repeated(plan.groups.map(({ client }) => client.id)),
  };
  const groups = plan.groups.map((group) => toGroupView(shared, group));
  // What a person has to answer comes first; the sort keeps the order of the rest.
  const isStopped = (group: (typeof groups)[number]) => Number(sumAsSent(group).isStopped);
  groups.sort((one, other) => isStopped(other) - isStopped(one));
  const isHere = (logId: number) =>
    plan.groups.some(({ entries }) =>
      entries.some(({ logs }) => logs.some(({ id }) => id === logId)),
    );
  const stray = open !== null && !isHere(open.logId) ? open : null;
  return {
    organisation: organisation.name,
    filters: describeFilters(services, filters),
    proposal,
    groups,
    hasLineBoxes: shared.hasBoxes,
    /** With few invoices their lines are shown at once. */
    isShort: groups.length <= SHOWN_AT_ONCE,
    leftOut: describeLeftOut(countLeftOut(services, filters)),
    fingerprint: fingerprintOfPlan(plan),
    oneTimeKey: newOneTimeKey(),
    search,
    hasUnlinked: groups.some(({ contact }) => contact === null),
    rewrite: {
      isConfigured: isRewriting,
      /** How many lines show a log's description. */
      count: plan.groups
        .flatMap(({ entries }) => entries.flatMap(({ logs }) => logs))
        .filter((log) => isDescribed(log, template)).length,
      most: MOST_REWRITES,
    },
    open: stray ? null : open,
    closed,
    contacts: answered.contacts ?? null,
    error: error ?? whatIsWrong({ stray, read, isShortened: ofAddress?.isShortened === true }),
    /** Whether a field is wrong, to which the focus goes. */
    isWrong: read.issues.size > 0 || Object.keys(open?.errors ?? {}).length > 0,
  };
}

function whatIsWrong(of: { stray: OpenLine | null; read: ReadChoices; isShortened: boolean }) {
  if (of.stray) return sayStray(of.stray);
  if (of.read.issues.size > 0) return WRONG_FIELDS;
  return of.isShortened ? SHORTENED : null;
}

/** Of a line that is on no invoice any more: why, and what was typed there, which is not saved. */
function sayStray({ formErrors, values }: OpenLine): string {
  const typed = values.description ?? values['hardwareItems[0].itemName'] ?? '';
  const why = formErrors.join(' ') || 'That line cannot be invoiced any more.';
  return `${why} What was typed there was not saved${typed ? `: “${typed}”` : ''}.`;
}

const SHOWN_AT_ONCE = 12;
const SHORTENED =
  'So much was chosen before that not all of it could be kept. Check boxes, dates and PO numbers again.';
const WRONG_FIELDS = 'A field below could not be read. Nothing was created; all you chose is kept.';

type Shared = {
  contacts: Map<number, ContactLink>;
  organisation: Organisation;
  read: ReadChoices;
  today: string;
  hasBoxes: boolean;
  /** The clients whose work is of several months. */
  withMonths: Set<number>;
};

function toGroupView(shared: Shared, group: InvoiceGroup) {
  const { organisation, read, today } = shared;
  const { client, key, choice, entries } = group;
  const day = choice?.day ?? today;
  const due = choice?.dueDay ?? dueDay(day, organisation.paymentTerms);
  const poNumber = (choice?.poNumber === undefined ? client.poNumber : choice.poNumber) ?? '';
  const contact = shared.contacts.get(client.id)?.contactName ?? null;
  const contactProblem = contact === null ? (read.contactProblems.get(client.id) ?? null) : null;
  const own = entries.flatMap((entry) => entry.problems);
  const all = entries.flatMap(({ logs }) => logs);
  const shown = {
    ids: shared.hasBoxes ? entries.map(idOf) : [],
    clientId: client.id,
    day,
    termsDay: dueDay(day, organisation.paymentTerms),
    poNumber: client.poNumber ?? '',
    invoicePer: group.invoicePer,
    ownPer: client.invoicePer,
    contactProblem,
  };
  const field = (name: string, value: string) => ({
    name,
    value: read.typed.get(name) ?? value,
    error: read.issues.get(name) ?? null,
  });
  const hasMonths = group.firstMonth !== group.month || shared.withMonths.has(client.id);
  return {
    key,
    clientId: client.id,
    client: client.name,
    month: formatMonths(group.firstMonth, group.month),
    contact,
    contactProblem,
    goes: choice?.isLeftOut !== true,
    // Of all that could go, since this does not follow the boxes.
    logs: all.length === 1 ? '1 log' : `${all.length} logs`,
    hours: formatHours(all.reduce((sum, { duration }) => sum + duration, 0)),
    entries: entries.map(toEntryView),
    /** What stands against it, but for what stands against single lines. */
    problems: group.problems.filter((problem) => !own.includes(problem) && !isOfEmpty(problem)),
    shown: writeShown(key, shown),
    day: field(dayName(key), day),
    dueDay: field(dueDayName(key), due),
    dates: `${formatBritishDay(day)}, due ${formatBritishDay(due)}`,
    poNumber: field(poNumberName(key), poNumber),
    invoicePer: { ...field(invoicePerName(key), group.invoicePer), isOffered: hasMonths },
  };
}

/** What a list names more than once. */
function repeated(ids: number[]): Set<number> {
  return new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
}

/** What is said once for an invoice stands at each of its empty logs, too. */
const isOfEmpty = (problem: string) => problem.includes('no items yet');

const idOf = ({ logs: [log] }: BilledEntry) => log?.id ?? 0;

function toEntryView(entry: BilledEntry) {
  const { logs, lines, workedMinutes, billedMinutes, problems, isEmpty } = entry;
  const [first] = logs;
  return {
    id: idOf(entry),
    goes: entry.goes,
    problems: isEmpty ? [EMPTY] : problems,
    netPence: lines.reduce((sum, line) => sum + line.netPence, 0),
    vatPence: lines.reduce((sum, line) => sum + line.vatPence, 0),
    /** What was worked and what is billed, where these differ. */
    rounding:
      billedMinutes === workedMinutes || first?.isHardware
        ? null
        : `${formatDuration(workedMinutes)}, billed ${formatDuration(billedMinutes)}`,
    lines: lines.map((line, index) => ({
      key: index,
      description: line.description,
      quantity: line.quantity,
      unitPrice: `£${line.unitPrice}`,
      vat: formatPounds(line.vatPence),
      amount: formatPounds(line.netPence),
    })),
    logs: logs.map((log) => ({
      id: log.id,
      name: log.description || log.workTypeName,
      time: log.isHardware ? null : formatDuration(log.duration),
    })),
  };
}

const EMPTY = 'This hardware log has no items yet. Add them, delete it, or leave it out.';
