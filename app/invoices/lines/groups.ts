import {
  buildInvoiceLines,
  type HardwareLine,
  type InvoiceLines,
  type TaxRules,
  type TimeLine,
} from './invoice-lines.ts';
import type { BillableLog } from '../preview/billable.server.ts';
import { fillTemplate } from '../template/fill-template.ts';

/** An invoice to be made: a client's logs of one calendar month, and their amounts. */
export type InvoiceGroup = {
  client: { id: number; name: string; email: string | null };
  /** `yyyy-MM` in the business time zone. */
  month: string;
  logIds: number[];
  totalMinutes: number;
  /** The work type that all logs share; null when there are several. */
  workTypeName: string | null;
  content: InvoiceLines;
  /**
   * For each line of `content`, in order: the id of the log whose description it shows, or null.
   */
  described: (number | null)[];
  /** For each line of `content`, in order: the ids of the logs behind it. */
  origins: number[][];
  /** Sentences that say why the invoice cannot be made as it is. */
  problems: string[];
};

type Rules = TaxRules & { template: string; currency: string };

/** One group for each client and calendar month, in the order of the logs. */
export function groupLogs(logs: BillableLog[], rules: Rules): InvoiceGroup[] {
  const groups = new Map<string, BillableLog[]>();
  for (const log of logs) {
    const key = `${log.clientId} ${log.day.slice(0, 7)}`;
    const group = groups.get(key) ?? [];
    group.push(log);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => toGroup(group, rules));
}

function toGroup(logs: BillableLog[], rules: Rules): InvoiceGroup {
  const [first] = logs;
  if (!first) throw new Error('A group has a log');
  const sources = logs.flatMap((log) =>
    linesOf(log, rules.template).map((line) => ({ log, line })),
  );
  const content = buildInvoiceLines(
    sources.map(({ line }) => line),
    rules,
  );
  const names = new Set(logs.map(({ workTypeName }) => workTypeName));
  return {
    client: { id: first.clientId, name: first.clientName, email: first.clientEmail },
    month: first.day.slice(0, 7),
    logIds: logs.map(({ id }) => id),
    totalMinutes: logs.reduce((sum, { duration }) => sum + duration, 0),
    workTypeName: names.size === 1 ? first.workTypeName : null,
    content,
    described: sources.map(({ log, line }) =>
      line.kind === 'time' && isDescribed(log, rules.template) ? log.id : null,
    ),
    origins: sources.map(({ log }) => [log.id]),
    problems: [...problemsOf(logs, rules), ...content.problems],
  };
}

function problemsOf(logs: BillableLog[], { currency }: Rules): string[] {
  const problems: string[] = [];
  if (currency !== 'GBP') {
    problems.push(`The organisation keeps its books in ${currency}, and logs are in pounds.`);
  }
  const empty = logs.filter(({ isHardware, items }) => isHardware && items.length === 0).length;
  if (empty > 0) {
    problems.push(
      `${empty === 1 ? 'A hardware log has' : `${empty} hardware logs have`} no items yet. Add them, or delete the log.`,
    );
  }
  return problems;
}

function isDescribed({ description }: BillableLog, template: string): boolean {
  return description !== '' && template.includes('{description}');
}

function linesOf(log: BillableLog, template: string): (TimeLine | HardwareLine)[] {
  if (!log.isHardware) {
    const { day, workTypeName: workType, description } = log;
    return [
      {
        kind: 'time',
        description: fillTemplate(template, { day, workType, description }),
        minutes: log.duration,
        ratePence: log.hourlyRatePence,
        totalPence: log.totalPence,
        taxCode: null,
      },
    ];
  }
  return log.items.map((item) => ({
    kind: 'hardware',
    description: [item.itemName, item.description].filter(Boolean).join(': '),
    quantity: item.quantity,
    unitPricePence: item.unitPricePence,
    vatIncluded: item.vatIncluded,
    vatRateHundredths: item.vatRateHundredths,
    taxCode: item.taxCode,
  }));
}
