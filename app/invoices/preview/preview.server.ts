import type { VatTreatment } from '#db/words.ts';
import { listVatChoices } from '../../clients/clients.server.ts';
import { readAiKey } from '../../ai/settings/ai-settings.server.ts';
import { MOST_REWRITES } from '../../ai/batch/batches.server.ts';
import type { AppLoadContext } from '@remix-run/node';
import type { Services } from '../../context.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { readFilters, NO_FILTERS, type WorkLogFilters } from '../../work-logs/list/filters.ts';
import { lastEntry } from '../../history/history.server.ts';
import { contactsOf } from '../contacts/contact-links.server.ts';
import type { ContactScreen } from '../contacts/contact-screen.server.ts';
import { isDescribed } from '../lines/groups.ts';
import { NO_CONNECTION } from '../messages.ts';
import { readTemplate } from '../template/template.server.ts';
import {
  countBillable,
  countLeftOut,
  describeFilters,
  describeLeftOut,
} from './billable.server.ts';
import { choicesOfAddress, previewAddress } from './choices-address.server.ts';
import { isInUse, toGroupView, toLines, toRows, type Lines } from './group-view.server.ts';
import { ALL, dayName, dueDayName, LINES_PART } from './field-names.ts';
import { totalOf, withBox } from './invoice-sum.ts';
import { firstOf, MOST_LINES, MOST_SHOWN, withLines } from './open-at-once.ts';
import type { OpenLine } from './open-line.server.ts';
import { amountsToInvoice, fingerprintOfPlan, planPage } from './plan.server.ts';
import { fieldOf, type ReadChoices } from './read-choices.server.ts';
import { addToDay, dayOf, formatBritishDay } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';
import { formatPounds } from '../../lib/money.ts';
import { logFilterSearch } from '../../work-logs/list/address.ts';
import { formatMonth } from '../list/status.ts';

type PreviewServices = Pick<Services, 'db' | 'config' | 'clock' | 'appSecret' | 'ledger'>;

/** The data of the preview, as text and, where sums follow the boxes, as pence. */
export type Preview = ReturnType<typeof loadPreview>;
/** The same as its page gets it; null: the lines are in the page already. */
export type PreviewPage = Omit<Preview, 'lines'> & { lines: Preview['lines'] | null };

/** What a person did in the preview so far. */
export type Answered = {
  read?: ReadChoices;
  open?: OpenLine | null;
  closed?: number | null;
  contacts?: { clientId: number; screen: ContactScreen } | null;
  asked?: string | null;
  error?: string | null;
  /** The organisation that the page showed: it stays where none is active any more. */
  shown?: string | null;
};

/** The filters of an address, and what of it is proposed. Throws 400 for a wrong filter. */
export function readProposed(services: Pick<Services, 'clock' | 'config'>, url: URL) {
  const { filters, issues } = readFilters(url.searchParams);
  if (issues) throw new ProductError(400, issues[0]?.message ?? 'Wrong filter.', issues);
  return propose(url, filters, todayOf(services));
}

/**
 * The preview for an address, with what a person chose so far. Throws 400 for a wrong filter, and 409
 * when no organisation is active and none was shown.
 */
export function loadPreview(services: PreviewServices, url: URL, answered: Answered = {}) {
  const { open = null, closed = null, asked = null, error = null, shown = null } = answered;
  const ofAddress = choicesOfAddress(url);
  const read = answered.read ?? ofAddress;
  const { filters, search, proposal } = readProposed(services, url);
  const plan = planPage(services, filters, read.choices, shown);
  const { organisation } = plan;
  const template = readTemplate(services);
  const isRewriting = readAiKey(services) !== null;
  const shared = {
    contacts: contactsOf(services, organisation.organisationId),
    organisation,
    read,
    today: read.choices.madeOn ?? todayOf(services),
    inUse: new Set([open?.logId ?? null, closed]),
    open: open?.logId ?? null,
    vatChoices: (now: VatTreatment) => listVatChoices(services, now),
    withMonths: repeated(plan.groups.map(({ client }) => client.id)),
  };
  const all = plan.groups.map((group) => ({ group, view: toGroupView(shared, group) }));
  type One = (typeof all)[number];
  // What a person has to answer comes first; the sort keeps the order of the rest.
  const isStopped = ({ view }: One) => Number(withBox(view.sum, view.goes).isStopped);
  all.sort((one, other) => isStopped(other) - isStopped(one));
  const here = (logId: number | null) =>
    all.find(({ group }) => group.entries.some(({ logs }) => logs.some(({ id }) => id === logId)))
      ?.view.key;
  const inUse = new Set([asked, here(open?.logId ?? null), here(closed)]);
  const [first] = all;
  const isOpen = (one: One) =>
    inUse.has(one.view.key) ||
    answered.contacts?.clientId === one.group.client.id ||
    isInUse(shared, one.group) ||
    (one === first && (all.length === 1 || isStopped(one) > 0));
  const isAsked = (one: One) => isOpen(one) || read.open.has(one.view.key);
  // What was left out or chosen must come back with the form. Those without room go as they are.
  const { shown: views, rest } = firstOf(all, MOST_SHOWN, (one) => isAsked(one) || !one.view.goes);
  const haveLines = withLines(
    views.map((one) => ({
      key: one.view.key,
      lines: Math.min(one.group.entries.length, MOST_LINES),
      isAsked: isAsked(one),
    })),
  );
  const hasLines = ({ view }: One) => haveLines.has(view.key);
  const lines = views
    .filter(hasLines)
    .map(({ group }): [string, Lines] => [group.key, toLines(shared, group)]);
  const others = views.filter((one) => !hasLines(one)).map(({ group }) => group);
  const stray = open !== null && here(open.logId) === undefined ? open : null;
  return {
    organisation: organisation.name,
    organisationId: organisation.organisationId,
    filters: describeFilters(services, filters),
    proposal,
    groups: views.map((one) => ({ ...one.view, hasLines: hasLines(one), isOpen: isOpen(one) })),
    /** What a page has in its HTML alone: the lines that it has room for, and what it shows of all others. */
    lines: { of: Object.fromEntries(lines), rows: toRows(shared, others) },
    /** What the invoices come to that find no room on the page. */
    rest: totalOf(rest.map(({ view }) => withBox(view.sum, view.goes))),
    running: views.length === 0 && proposal ? runningWork(services, proposal) : null,
    leftOut: describeLeftOut(countLeftOut(services, filters)),
    fingerprint: fingerprintOfPlan(services, plan),
    since: lastEntry(services),
    oneTimeKey: newOneTimeKey(),
    search,
    /** Where this page is, with all that was chosen; null while that cannot be read. */
    address: read.issues.size > 0 ? null : previewAddress(search, plan.groups, read.choices.all),
    /** The fields that date all invoices at once; null where there is one, and nothing was chosen for all. */
    ofAll: all.length > 1 || isDated(read.choices.all) ? allFields(read) : null,
    hasUnlinked: all.some(({ group }) => !shared.contacts.has(group.client.id)),
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
    asked,
    contacts: answered.contacts ?? null,
    error:
      error ??
      whatIsWrong({ stray, read, isShortened: read === ofAddress && ofAddress.isShortened }) ??
      (services.ledger.activeOrganisation() === null ? NOT_NOW : null),
    /** Whether a field is wrong, to which the focus goes. */
    isWrong: read.issues.size > 0 || Object.keys(open?.errors ?? {}).length > 0,
  };
}

/**
 * The preview as its page gets it: a document has the lines in its HTML and not once more as data, so its
 * scripts have none to draw.
 */
export function loadPreviewPage(
  context: AppLoadContext,
  url: URL,
  answered: Answered = {},
): PreviewPage {
  const preview = loadPreview(context, url, answered);
  if (context.isDataRequest) return preview;
  context.pageOnly = { ...context.pageOnly, [LINES_PART]: preview.lines };
  return { ...preview, lines: null };
}

const isDated = ({ day, dueIn }: ReadChoices['choices']['all']) => day !== null || dueIn !== null;

const allFields = (read: ReadChoices) => ({
  day: fieldOf(read, dayName(ALL), read.choices.all.day ?? ''),
  dueIn: fieldOf(read, dueDayName(ALL), read.choices.all.dueIn ?? ''),
});

function whatIsWrong(of: { stray: OpenLine | null; read: ReadChoices; isShortened: boolean }) {
  if (of.stray) return sayStray(of.stray);
  if (of.read.issues.size > 0) return WRONG_FIELDS;
  return of.isShortened ? SHORTENED : null;
}

/** Of a line that is on no invoice any more: why, and what was typed there, which is not saved. */
function sayStray({ formErrors, values }: OpenLine): string {
  const typed = values.description ?? values['hardwareItems[0].itemName'] ?? '';
  const why = formErrors.join(' ') || 'That line cannot be invoiced any more.';
  return `${why} What you typed there was not saved${typed ? `: “${typed}”` : ''}.`;
}

const SHORTENED =
  'Not all of your choices could be kept. Check boxes, dates, PO numbers and VAT again.';
const NOT_NOW = `${NO_CONNECTION} Your choices are kept here.`;
const WRONG_FIELDS =
  'A field below could not be read, so no invoices were created. Your choices are kept.';

function repeated(ids: number[]): Set<number> {
  return new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
}

/** The parameter, beside the filters, that takes the running month along. */
const MONTHS = 'months';
const RUNNING_TOO = 'all';

/** Which work the preview looks at, and links to the rest; the first of them has all there is. */
type Proposal = {
  text: string;
  links: { to: string; text: string }[];
  /** The month that runs, where it is not included. */
  running: string | null;
};

/** What a preview looks at. The proposal is null where a person chose by filters. */
type Proposed = { filters: WorkLogFilters; search: string; proposal: Proposal | null };

/**
 * What the filters say; without any, the months that have ended, with links to what else there may be. `search` has
 * the address's own parameters: the filters, and whether the running month is taken along.
 */
function propose(address: URL, filters: WorkLogFilters, today: string): Proposed {
  const kept = logFilterSearch(address.searchParams);
  const isAll = address.searchParams.get(MONTHS) === RUNNING_TOO;
  if (isAll) kept.set(MONTHS, RUNNING_TOO);
  const search = kept.toString();
  const isFiltered = Object.values(filters).some((value) => value !== null);
  if (isFiltered) return { filters, search, proposal: null };
  const lastDay = addToDay(`${today.slice(0, 7)}-01`, -1);
  const lastMonth = lastDay.slice(0, 7);
  const [running, last] = [nameOf(today), nameOf(lastDay)];
  if (isAll) {
    const links = [{ to: '/work-logs/create-invoices', text: `Leave out ${running}` }];
    const text = `All work, ${running} included`;
    return { filters: NO_FILTERS, search, proposal: { text, links, running: null } };
  }
  const links = [
    { to: `?${MONTHS}=${RUNNING_TOO}`, text: `Include ${running}` },
    { to: `?startDate=${lastMonth}-01&endDate=${lastDay}`, text: `${last} only` },
    { to: `?endDate=${addToDay(`${lastMonth}-01`, -1)}`, text: `Before ${last}` },
  ];
  const text = `Work up to ${formatBritishDay(lastDay)}`;
  return {
    filters: { ...NO_FILTERS, endDate: lastDay },
    search,
    proposal: { text, links, running },
  };
}

const nameOf = (day: string) => formatMonth(day.slice(0, 7)).split(' ')[0] ?? '';

function runningWork(services: PreviewServices, { running, links: [link] }: Proposal) {
  const count = running === null ? 0 : countBillable(services, NO_FILTERS);
  if (!link || running === null || count === 0) return null;
  const amounts = [...(amountsToInvoice(services)?.values() ?? [])];
  const net = amounts.reduce((sum, { netPence }) => sum + netPence, 0);
  const logs = `${formatCount(count)} ${count === 1 ? 'log' : 'logs'} from ${running}`;
  return { ...link, work: amounts.length > 0 ? `${logs}, ${formatPounds(net)} ex VAT` : logs };
}

/** The day on which it is now, in the business time zone. */
export function todayOf(services: { clock: () => Date; config: { timeZone: string } }): string {
  return dayOf(services.clock(), services.config.timeZone);
}
