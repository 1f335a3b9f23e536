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
import { countLeftOut, describeFilters, describeLeftOut } from './billable.server.ts';
import { choicesOfAddress, previewAddress } from './choices-address.server.ts';
import { isInUse, toGroupView, toLines, toRows, type Lines } from './group-view.server.ts';
import { LINES_PART } from './field-names.ts';
import { totalOf, withBox } from './invoice-sum.ts';
import { firstOf, MOST_LINES, MOST_SHOWN, whichAreOpen } from './open-at-once.ts';
import type { OpenLine } from './open-line.server.ts';
import { fingerprintOfPlan, planPage } from './plan.server.ts';
import { NOTHING_CHOSEN, type ReadChoices } from './read-choices.server.ts';
import { addToDay, dayOf } from '../../lib/calendar.ts';
import { logFilterSearch } from '../../work-logs/list/address.ts';
import { formatMonth } from '../list/status.ts';

type PreviewServices = Pick<Services, 'db' | 'config' | 'clock' | 'appSecret' | 'ledger'>;

/** The data of the preview, as text and, where sums follow the boxes, as pence. */
export type Preview = ReturnType<typeof loadPreview>;
/** The same as its page gets it; null: the lines are in the page already. */
export type PreviewPage = Omit<Preview, 'lines'> & { lines: Preview['lines'] | null };

/** The most lines of invoices that need an answer, all of which are open. */
const MOST_STOPPED_LINES = 500;

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
  const ofAddress = answered.read ? null : choicesOfAddress(url);
  const read = answered.read ?? ofAddress ?? NOTHING_CHOSEN;
  const { filters, search, proposal } = readProposed(services, url);
  const plan = planPage(services, filters, read.choices, shown);
  const { organisation } = plan;
  const template = readTemplate(services);
  const isRewriting = readAiKey(services) !== null;
  const shared = {
    contacts: contactsOf(services, organisation.organisationId),
    organisation,
    read,
    today: todayOf(services),
    inUse: new Set([open?.logId ?? null, closed]),
    withMonths: repeated(plan.groups.map(({ client }) => client.id)),
  };
  const all = plan.groups.map((group) => ({ group, view: toGroupView(shared, group) }));
  // What a person has to answer comes first; the sort keeps the order of the rest.
  const isStopped = ({ view }: (typeof all)[number]) =>
    Number(withBox(view.sum, view.goes).isStopped);
  all.sort((one, other) => isStopped(other) - isStopped(one));
  const here = (logId: number | null) =>
    all.find(({ group }) => group.entries.some(({ logs }) => logs.some(({ id }) => id === logId)))
      ?.view.key;
  const inUse = new Set([asked, here(open?.logId ?? null), here(closed)]);
  const isAsked = ({ group, view: { key, clientId } }: (typeof all)[number]) =>
    inUse.has(key) || answered.contacts?.clientId === clientId || isInUse(shared, group);
  const linesOf = ({ group: { entries } }: (typeof all)[number]) =>
    Math.min(entries.length, MOST_LINES);
  // What was left out or chosen must come back with the form. Those without room go as they are.
  const mustCome = (one: (typeof all)[number]) => isAsked(one) || !one.view.goes;
  let stoppedLines = 0;
  const fitting = all.filter((one) => {
    if (mustCome(one) || isStopped(one) === 0) return true;
    stoppedLines += linesOf(one);
    return stoppedLines <= MOST_STOPPED_LINES;
  });
  const { shown: views } = firstOf(fitting, MOST_SHOWN, mustCome);
  const rest = all.filter((one) => !views.includes(one));
  const isOpen = whichAreOpen(
    views.map((one) => ({
      key: one.view.key,
      lines: linesOf(one),
      isAsked: isAsked(one) || one.view.sum.isStopped,
    })),
  );
  const opened = views.filter(({ view }) => isOpen.has(view.key));
  const others = views.filter(({ view }) => !isOpen.has(view.key));
  const lines = opened.map(({ group }): [string, Lines] => [group.key, toLines(shared, group)]);
  const stray = open !== null && here(open.logId) === undefined ? open : null;
  return {
    organisation: organisation.name,
    organisationId: organisation.organisationId,
    filters: describeFilters(services, filters),
    proposal,
    groups: opened.map(({ view }) => view),
    /** What a page has in its HTML alone: the lines of these by their keys, and all others as rows. */
    lines: { of: Object.fromEntries(lines), rows: toRows(shared, others) },
    /** What the others come to, with their boxes as they were sent. */
    rowsTotal: totalOf(others.map(({ view }) => withBox(view.sum, view.goes))),
    /** What the invoices come to that find no room on the page. */
    rest: totalOf(rest.map(({ view }) => withBox(view.sum, view.goes))),
    isEmpty: views.length === 0,
    leftOut: describeLeftOut(countLeftOut(services, filters)),
    fingerprint: fingerprintOfPlan(services, plan),
    since: lastEntry(services),
    oneTimeKey: newOneTimeKey(),
    search,
    /** Where this page is, with all that was chosen; null while that cannot be read. */
    address: read.issues.size > 0 ? null : previewAddress(search, plan.groups, shared.today),
    hasUnlinked: all.some(({ view }) => view.contact === null),
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
      whatIsWrong({ stray, read, isShortened: ofAddress?.isShortened === true }) ??
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

const SHORTENED =
  'So much was chosen before that not all of it could be kept. Check boxes, dates and PO numbers again.';
const NOT_NOW = `${NO_CONNECTION} All you chose is kept here.`;
const WRONG_FIELDS = 'A field below could not be read. Nothing was created; all you chose is kept.';

function repeated(ids: number[]): Set<number> {
  return new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
}

/** The parameter, beside the filters, that takes the running month along. */
const MONTHS = 'months';
const ALL = 'all';

/** Which work the preview looks at, and links to the rest. */
type Proposal = {
  text: string;
  links: { to: string; text: string }[];
};

type Proposed = {
  filters: WorkLogFilters;
  /** The address's own parameters: the filters, and whether the running month is taken along. */
  search: string;
  /** Null where a person chose by filters. */
  proposal: Proposal | null;
};

/**
 * What a preview looks at: what the filters say; without any, the months that have ended, with links to
 * what else there may be. `today` is a day in the business time zone.
 */
function propose(address: URL, filters: WorkLogFilters, today: string): Proposed {
  const kept = logFilterSearch(address.searchParams);
  const isAll = address.searchParams.get(MONTHS) === ALL;
  if (isAll) kept.set(MONTHS, ALL);
  const search = kept.toString();
  const isFiltered = Object.values(filters).some((value) => value !== null);
  if (isFiltered) return { filters, search, proposal: null };
  const lastDay = addToDay(`${today.slice(0, 7)}-01`, -1);
  const lastMonth = lastDay.slice(0, 7);
  const [running, last] = [formatMonth(today.slice(0, 7)), formatMonth(lastMonth)];
  if (isAll) {
    const proposal = {
      text: `All that is not invoiced, ${running} so far included.`,
      links: [{ to: '/work-logs/create-invoices', text: 'Only the months that have ended' }],
    };
    return { filters: NO_FILTERS, search, proposal };
  }
  return {
    filters: { ...NO_FILTERS, endDate: lastDay },
    search,
    proposal: {
      text: `The months that have ended, to the end of ${last}.`,
      links: [
        { to: `?${MONTHS}=${ALL}`, text: `With ${running} so far` },
        { to: `?startDate=${lastMonth}-01&endDate=${lastDay}`, text: `Only ${last}` },
        { to: `?endDate=${addToDay(`${lastMonth}-01`, -1)}`, text: `Only what is older` },
      ],
    },
  };
}

/** The day on which it is now, in the business time zone. */
export function todayOf(services: { clock: () => Date; config: { timeZone: string } }): string {
  return dayOf(services.clock(), services.config.timeZone);
}
