import { listClientNames } from '../clients/clients.server.ts';
import type { Services } from '../context.server.ts';
import { formatBritishDay } from '../lib/calendar.ts';
import { ProductError } from '../lib/errors.ts';
import { toDecimalString } from '../lib/money.ts';
import { formatMonth } from '../invoices/list/month.ts';
import { displayName } from '../users/users.ts';
import { listUsers } from '../users/users.server.ts';
import { listWorkTypeNames } from '../work-types/work-types.server.ts';
import { readReportQuery } from './report-query.ts';
import {
  addSums,
  NOBODY,
  NO_SUMS,
  sortRows,
  type Report,
  type ReportBy,
  type ReportQuery,
  type ReportScope,
  type Sums,
} from './reports.ts';
import { sumUp } from './sums.server.ts';

type ReportServices = Pick<Services, 'db'>;

/** The report that an address asks for. Throws 400 with what cannot be read. */
export function answerReport(
  services: ReportServices,
  url: URL,
): { report: Report; query: ReportQuery } {
  const { filters: query, issues } = readReportQuery(url.searchParams);
  if (issues) throw new ProductError(400, issues[0]?.message ?? 'Wrong filter.', issues);
  return { report: makeReport(services, query), query };
}

/** A report: a row for each group that has logs, in the order asked for, and the sum of all. */
export function makeReport(services: ReportServices, query: ReportQuery): Report {
  const sums = sumUp(services, query.by, query);
  const nameOf = namesFor(services, query.by);
  const rows = [...sums].map(([key, some]) => ({ key, name: nameOf(key), ...some }));
  return { rows: sortRows(rows, query.by, query.sort), total: totalOf(sums.values()) };
}

/** What all logs of a scope come to. */
export function totalOfScope(services: ReportServices, scope: ReportScope): Sums {
  return totalOf(sumUp(services, 'month', scope).values());
}

function totalOf(sums: Iterable<Sums>): Sums {
  let total = NO_SUMS;
  for (const one of sums) total = addSums(total, one);
  return total;
}

function namesFor(services: ReportServices, by: ReportBy): (key: string) => string {
  switch (by) {
    case 'client':
      return lookUp(listClientNames(services));
    case 'work-type':
      return lookUp(listWorkTypeNames(services));
    case 'person':
      return lookUp([
        { id: NOBODY, name: 'Not known' },
        ...listUsers(services).map((user) => ({ id: user.id, name: displayName(user) })),
      ]);
    case 'month':
      return formatMonth;
    case 'week':
      return (monday) => `Week of ${formatBritishDay(monday)}`;
  }
}

function lookUp(named: { id: number | string; name: string }[]): (key: string) => string {
  const names = new Map(named.map(({ id, name }) => [String(id), name]));
  return (key) => names.get(key) ?? key;
}

const toAmounts = ({
  minutes,
  netPence,
  billableMinutes,
  workedNetPence,
  invoicedNetPence,
}: Sums) => ({
  hours: minutes / 60,
  net: toDecimalString(netPence),
  billableHours: billableMinutes / 60,
  invoicedNet: toDecimalString(invoicedNetPence),
  workedNet: toDecimalString(workedNetPence),
});

/** A report for the API: hours as numbers, not rounded; money as decimal strings. */
export function toReportView({ rows, total }: Report) {
  return {
    rows: rows.map((row) => ({ key: row.key, name: row.name, ...toAmounts(row) })),
    total: toAmounts(total),
  };
}
