import { newOneTimeKey } from '../http/one-time-keys.server.ts';
import { dayOf, formatBritishDay } from '../lib/calendar.ts';
import { formatPounds } from '../lib/money.ts';
import { MOST_LISTED, nameFinding, REASONS, type Finding } from './findings.ts';
import { findForgotten, type Forgotten } from './forgotten.server.ts';
import { listLeft } from './left.server.ts';
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

function toSection({ reason, findings, hasMore }: Forgotten) {
  const pence = findings.reduce((sum, { amountPence }) => sum + (amountPence ?? 0), 0);
  const isAbout = findings.some(
    ({ isEstimate, amountPence }) => isEstimate || amountPence === null,
  );
  const shown = hasMore ? `the first ${MOST_LISTED} of more` : String(findings.length);
  return {
    reason,
    ...REASONS[reason],
    count: shown,
    sum: `${isAbout ? 'about ' : ''}${formatPounds(pence)} net`,
    findings: findings.map((finding) => ({
      key: nameFinding(finding),
      name: finding.name,
      why: finding.why,
      details: finding.details,
      ...sayAmount(finding),
      mend: finding.mend,
    })),
  };
}

/** What may be forgotten, by reason, and what was left as it is. */
export function loadForgotten(services: ForgottenServices) {
  const { clock, config } = services;
  const all = findForgotten(services);
  const count = all.reduce((sum, { findings }) => sum + findings.length, 0);
  const hasMore = all.some((one) => one.hasMore);
  return {
    oneTimeKey: newOneTimeKey(),
    today: formatBritishDay(dayOf(clock(), config.timeZone)),
    total: `${hasMore ? 'more than ' : ''}${count}`,
    isOne: count === 1,
    sections: all.map(toSection),
    left: listLeft(services, LEFT_SHOWN).map(({ id, reason, name, amountPence, leftAt }) => ({
      id,
      name,
      reason: REASONS[reason].title,
      amount: amountPence === null ? null : `${formatPounds(amountPence)} net`,
      when: formatBritishDay(dayOf(new Date(leftAt), config.timeZone)),
    })),
  };
}
