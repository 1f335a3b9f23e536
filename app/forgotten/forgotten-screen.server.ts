import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { dayOf, formatBritishDay } from '../lib/calendar.ts';
import { formatPounds } from '../lib/money.ts';
import { FORGOTTEN_REASONS, type ForgottenReason } from '#db/words.ts';
import { MOST_LISTED, nameFinding, nameFindings, REASONS, type Finding } from './findings.ts';
import { findForgotten, findForReason, type Forgotten, listLeft } from './forgotten.server.ts';
import type { ForgottenServices } from './waiting.server.ts';

/** How many of what was left is shown. */
const LEFT_SHOWN = 50;

/** Everything the screen shows, as text. */
export type ForgottenData = ReturnType<typeof loadForgotten>;

/** The amount of a finding, always with what it is: `£90.00 net`, `about £90.00 net`. */
function sayAmount({ amountPence, isEstimate }: Pick<Finding, 'amountPence' | 'isEstimate'>) {
  if (amountPence === null) return { amount: null, note: 'amount not known' };
  return { amount: formatPounds(amountPence), note: isEstimate ? 'net, estimated' : 'net' };
}

/** How many of a reason are shown beside the others; the rest is a link away. */
const SHOWN = 6;

function toSection({ reason, findings, page, hasMore }: Forgotten, isOnly: boolean) {
  const pence = findings.reduce((sum, { amountPence }) => sum + (amountPence ?? 0), 0);
  const isAbout = findings.some(
    ({ isEstimate, amountPence }) => isEstimate || amountPence === null,
  );
  const before = (page - 1) * MOST_LISTED;
  const some = `${before + 1} to ${before + findings.length}${hasMore ? ' of more' : ''}`;
  const shown = page > 1 ? some : hasMore ? `the first ${MOST_LISTED} of more` : findings.length;
  const listed = isOnly ? findings : findings.slice(0, SHOWN);
  return {
    reason,
    ...REASONS[reason],
    count: String(shown),
    /** The button that leaves all of these as they are: its value, and how many they are. */
    leaveAll: { value: nameFindings(reason, findings), count: findings.length },
    earlier: page > 1 ? pageOf(reason, page - 1) : null,
    later: hasMore ? pageOf(reason, page + 1) : null,
    sum: `${isAbout ? 'about ' : ''}${formatPounds(pence)} net`,
    /** How many more there are on the reason's own page, and the address of that page. */
    others: findings.length - listed.length,
    all: listed.length < findings.length ? pageOf(reason, 1) : null,
    findings: listed.map((finding) => ({
      key: nameFinding(finding),
      name: finding.name,
      why: finding.why,
      details: finding.details,
      ...sayAmount(finding),
      mend: finding.mend,
    })),
  };
}

const REASON = 'reason';
const PAGE = 'page';
/** More pages than anybody turns to. */
const MOST_PAGES = 1_000;

const pageOf = (reason: ForgottenReason, page: number) =>
  `/forgotten?${REASON}=${reason}&${PAGE}=${page}`;

/** The page of one reason that an address asks for; null for all reasons. */
function readPage({ searchParams }: URL): { reason: ForgottenReason; page: number } | null {
  const reason = FORGOTTEN_REASONS.find((one) => one === searchParams.get(REASON));
  const page = Math.trunc(Number(searchParams.get(PAGE) ?? 1));
  return reason === undefined ? null : { reason, page: page >= 1 && page <= MOST_PAGES ? page : 1 };
}

/** The address of what this address shows, without anything else. */
export function addressOf(url: URL): string {
  const only = readPage(url);
  return only === null ? '/forgotten' : pageOf(only.reason, only.page);
}

/** The findings that an address asks for. Where its page has none any more, those of the first page. */
function find(services: ForgottenServices, url: URL): Forgotten[] {
  const only = readPage(url);
  if (only === null) return findForgotten(services);
  const asked = findForReason(services, only.reason, only.page);
  const shown = asked.findings.length > 0 ? asked : findForReason(services, only.reason);
  return shown.findings.length > 0 ? [shown] : [];
}

/** What may be forgotten, by reason or of the one that the address names, and what was left as it is. */
export function loadForgotten(services: ForgottenServices, url: URL) {
  const { clock, config } = services;
  const all = find(services, url);
  const count = all.reduce((sum, { findings }) => sum + findings.length, 0);
  const hasMore = all.some((one) => one.hasMore);
  const isOnly = readPage(url) !== null;
  return {
    oneTimeKey: newOneTimeKey(),
    /** Whether only one reason is looked at. */
    isOnly,
    today: formatBritishDay(dayOf(clock(), config.timeZone)),
    total: `${hasMore ? 'more than ' : ''}${count}`,
    isOne: count === 1,
    sections: all.map((one) => toSection(one, isOnly)),
    left: listLeft(services, LEFT_SHOWN).map(({ id, reason, name, amountPence, leftAt }) => ({
      id,
      name,
      reason: REASONS[reason].title,
      amount: amountPence === null ? null : `${formatPounds(amountPence)} net`,
      when: formatBritishDay(dayOf(new Date(leftAt), config.timeZone)),
    })),
  };
}
