import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { dayOf, formatBritishDay } from '../lib/calendar.ts';
import { formatPounds } from '../lib/money.ts';
import { FORGOTTEN_REASONS, type ForgottenReason } from '#db/words.ts';
import { MOST_LISTED, nameFinding, REASONS, type Finding } from './findings.ts';
import {
  countOf,
  findForgotten,
  findForReason,
  listLeft,
  type Forgotten,
} from './forgotten.server.ts';
import type { ForgottenServices } from './waiting.server.ts';

/** Everything the screen shows, as text. */
export type ForgottenData = ReturnType<typeof loadForgotten>;

/** The amount of a finding, always with what it is: `£90.00 net`, `about £90.00 net`. */
function sayAmount({ amountPence, isEstimate }: Pick<Finding, 'amountPence' | 'isEstimate'>) {
  if (amountPence === null) return { amount: null, note: 'amount not known' };
  return { amount: formatPounds(amountPence), note: isEstimate ? 'net, estimated' : 'net' };
}

const SHOWN = 6;

function toSection({ reason, findings, page, hasMore }: Forgotten, isOnly: boolean) {
  const pence = findings.reduce((sum, { amountPence }) => sum + (amountPence ?? 0), 0);
  const isAbout = findings.some(
    ({ isEstimate, amountPence }) => isEstimate ?? amountPence === null,
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
    leaveAll: {
      value: nameFinding({ reason, subject: findings.map(({ subject }) => subject).join(',') }),
      count: findings.length,
    },
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
      details: finding.details ?? '',
      ...sayAmount(finding),
      mend: finding.mend,
    })),
  };
}

/** More pages than anybody turns to. */
const MOST_PAGES = 1_000;

const pageOf = (reason: ForgottenReason, page: number) =>
  `/forgotten?reason=${reason}&page=${page}`;

function readPage({ searchParams }: URL): { reason: ForgottenReason; page: number } | null {
  const reason = FORGOTTEN_REASONS.find((one) => one === searchParams.get('reason'));
  const page = Math.trunc(Number(searchParams.get('page') ?? 1));
  return reason === undefined ? null : { reason, page: page >= 1 && page <= MOST_PAGES ? page : 1 };
}

/** The address of what this address shows, without anything else. */
export function addressOf(url: URL): string {
  const only = readPage(url);
  return only === null ? '/forgotten' : pageOf(only.reason, only.page);
}

/** The findings of one reason. Where the page asked for has none any more, those of the first page. */
function findOnly(services: ForgottenServices, reason: ForgottenReason, page: number): Forgotten[] {
  const asked = findForReason(services, reason, page);
  const shown = asked.findings.length > 0 ? asked : findForReason(services, reason);
  return shown.findings.length > 0 ? [shown] : [];
}

/** What may be forgotten, by reason or of the one that the address names, and what was left as it is. */
export function loadForgotten(services: ForgottenServices, url: URL) {
  const { clock, config } = services;
  const only = readPage(url);
  const all = only ? findOnly(services, only.reason, only.page) : findForgotten(services);
  const { count, hasMore } = countOf(all);
  return {
    oneTimeKey: newOneTimeKey(),
    isOnly: only !== null,
    today: formatBritishDay(dayOf(clock(), config.timeZone)),
    total: `${hasMore ? 'more than ' : ''}${count}`,
    sections: all.map((one) => toSection(one, only !== null)),
    left: listLeft(services, 50).map(({ id, reason, name, amountPence, leftAt }) => ({
      id,
      name,
      reason: REASONS[reason].title,
      amount: amountPence === null ? null : `${formatPounds(amountPence)} net`,
      when: formatBritishDay(dayOf(leftAt, config.timeZone)),
    })),
  };
}
