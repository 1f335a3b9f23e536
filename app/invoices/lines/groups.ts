import type { VatTreatment } from '#db/words.ts';
import { codesOverTime, vatCode, vatOn, type DatedVat, type VatChange } from '../../clients/vat.ts';
import type { PaymentTerms } from '../ledger.ts';
import {
  buildInvoiceLines,
  type HardwareLine,
  type TaxRules,
  type TimeLine,
} from './invoice-lines.ts';
import type { BillableLog } from '../preview/billable.server.ts';
import { shareOut } from '../../lib/money.ts';
import { fillTemplate } from '../template/template.ts';
import { applyDiscount } from './discount.ts';
import { billedTogether, billTime, type BilledTime } from './billed-time.ts';
import {
  anyInvoiceOf,
  invoiceKey,
  NO_CHOICES,
  type InvoiceChoice,
  type InvoiceChoices,
} from './choices.ts';

/**
 * What goes on an invoice together or not at all: a log, or the logs that are rounded together. It
 * has a line, or, with several hardware items, several.
 */
export type BilledEntry = ReturnType<typeof toEntries>[number];

/** An invoice to be made: a client's logs of one calendar month or of several, and their amounts. */
export type InvoiceGroup = ReturnType<typeof toGroup>;

type Rules = TaxRules & {
  vatChanges: readonly VatChange[];
  template: string;
  currency: string;
  /** The organisation's terms, and those of linked contacts, by the client's id. */
  paymentTerms?: PaymentTerms | null;
  contacts?: ReadonlyMap<number, { paymentTerms: PaymentTerms | null }>;
};

/** One group for each client, and for each calendar month unless the client's period is invoiced. */
export function groupLogs(
  logs: BillableLog[],
  rules: Rules,
  choices: InvoiceChoices = NO_CHOICES,
): InvoiceGroup[] {
  const groups = Map.groupBy(logs, (log) =>
    invoiceKey(choices.invoicePer.get(log.clientId) ?? log.invoicePer, log),
  );
  return [...groups].map(([key, group]) => toGroup(key, group, rules, choices));
}

function toGroup(key: string, logs: BillableLog[], rules: Rules, choices: InvoiceChoices) {
  const [first] = logs;
  if (!first) throw new Error('A group has a log');
  const entries = toEntries(logs, rules, choices);
  const going = entries.filter(({ goes }) => goes);
  const choice: InvoiceChoice | null =
    choices.invoices.get(key) ?? choices.invoices.get(anyInvoiceOf(first.clientId)) ?? null;
  const ofWork = going.flatMap((entry) => entry.lines);
  const off = applyDiscount(choice?.discount ?? null, ofWork);
  const lines = [...ofWork, ...off.lines];
  const billed = going.flatMap((entry) => entry.logs);
  const names = new Set(billed.map(({ workTypeName }) => workTypeName));
  const netPence = lines.reduce((sum, line) => sum + line.netPence, 0);
  const vatPence = lines.reduce((sum, line) => sum + line.vatPence, 0);
  const problems = problemsOf(going, rules).concat(off.problem ?? []);
  const [name = null] = names;
  const invoicePer = choices.invoicePer.get(first.clientId) ?? first.invoicePer;
  const ofJob = jobOf(logs)?.jobPoNumber ?? null;
  const months = logs.map(({ day }) => day.slice(0, 7)).sort();
  return {
    key,
    client: {
      id: first.clientId,
      name: first.clientName,
      email: first.clientEmail,
      /** That of the one job whose logs these are, else the client's. */
      poNumber: ofJob ?? first.poNumber,
      isPoOfJob: ofJob !== null,
      invoicePer: first.invoicePer,
      vatTreatment: first.vatTreatment,
      invoiceDate: first.invoiceDate,
      dueIn: first.dueIn,
    },
    /** The first and the last month of what could go on it, `yyyy-MM` in the business time zone. */
    firstMonth: months[0] ?? '',
    month: months.at(-1) ?? '',
    invoicePer,
    /** What it is for where it is of one job; null where it is by month or period. */
    job: invoicePer === 'job' ? (first.jobName ?? 'no job') : null,
    hasJobs: logs.some(({ jobId }) => jobId !== null),
    choice,
    /** When it is due, unless the client has terms here: as the contact's terms say, else the organisation's. */
    terms: rules.contacts?.get(first.clientId)?.paymentTerms ?? rules.paymentTerms ?? null,
    entries,
    logIds: billed.map(({ id }) => id),
    totalMinutes: billed.reduce((sum, { duration }) => sum + duration, 0),
    /** The work type that they share; null when there are several. */
    workTypeName: names.size === 1 ? name : null,
    content: {
      hasVat: rules.isVatRegistered,
      lines,
      netPence,
      vatPence,
      totalPence: netPence + vatPence,
      problems,
    },
    /** The ledger's codes of VAT on the client's time: what it is, then what changes of VAT make it; each once. */
    timeTaxCodes:
      rules.isVatRegistered && going.some(hasClientsVat)
        ? codesOverTime(first.vatTreatment, rules)
        : [],
    /** For each line of `content`, in order: the ids of the logs behind it; none for a discount. */
    origins: going
      .flatMap((entry) => entry.lines.map(() => entry.logs.map(({ id }) => id)))
      .concat(off.lines.map(() => [])),
    problems,
    /** The one of these that is about the discount. */
    discountProblem: off.problem,
  };
}

/** Whether it is time whose VAT is the client's. */
const hasClientsVat = ({ logs: [log], vat }: BilledEntry) =>
  log?.isHardware === false && vat === null;

/** The one job of all these logs, by its first log; null where there are several or none. */
function jobOf(logs: BillableLog[]): BillableLog | null {
  const [first] = logs;
  return first && logs.every(({ jobId }) => jobId !== null && jobId === first.jobId) ? first : null;
}

function toEntries(logs: BillableLog[], rules: Rules, { leftOut, vat }: InvoiceChoices) {
  const [client] = logs;
  if (!client) return [];
  const usualOn = (day: string) => vatOn(client.vatTreatment, day, rules);
  return billedTogether(logs, client, (day) => usualOn(day).since).map((together) => {
    const [first = client] = together;
    const usual = usualOn(first.day);
    const billed = billTime(together, client);
    const { workedMinutes, billedMinutes } = billed;
    const chosen = together.flatMap(({ id, isHardware }) =>
      isHardware ? [] : (vat.get(id) ?? []),
    );
    const ownVat = chosen.find((one) => one !== usual.vat) ?? null;
    const lines = linesOf(together, { template: rules.template, billed, ownVat, usual });
    const content = buildInvoiceLines(lines, rules);
    return {
      logs: together,
      lines: content.lines,
      // Looks at each log, since the first one may have been moved or deleted meanwhile, or another may have
      // become the first.
      goes: !together.some(({ id }) => leftOut.has(id)),
      /** The VAT that a person chose for its time; null where it is the client's. */
      vat: ownVat,
      /** The client's on the days of its work; of hardware without meaning. */
      usual,
      workedMinutes,
      billedMinutes: first.isHardware ? 0 : billedMinutes,
      problems: content.problems,
      /** True for a hardware log that has no items, so no lines either. */
      isEmpty: content.lines.length === 0,
    };
  });
}

function problemsOf(going: BilledEntry[], { currency }: Rules): string[] {
  const problems: string[] = [];
  if (currency !== 'GBP') {
    problems.push(`The organisation keeps its books in ${currency}, and logs are in pounds.`);
  }
  const empty = going.filter(({ isEmpty }) => isEmpty);
  if (empty.length > 0) {
    const what = areHardware(empty.flatMap(({ logs }) => logs)) ? 'hardware log' : 'log';
    problems.push(
      `${empty.length === 1 ? `A ${what} has` : `${empty.length} ${what}s have`} no items yet. Add them, delete the log, or leave it out.`,
    );
  }
  return [...problems, ...new Set(going.flatMap((entry) => entry.problems))];
}

/** Whether the items of logs are all called hardware. */
export const areHardware = (logs: BillableLog[]): boolean =>
  logs.every(({ itemsName }) => itemsName === null);

/** Whether the lines of a log show its description. */
export function isDescribed(log: BillableLog, template: string): boolean {
  const { description, isHardware, lineText } = log;
  return !isHardware && description !== '' && (lineText ?? template).includes('{description}');
}

type BilledAs = Pick<Rules, 'template'> & {
  billed: BilledTime;
  ownVat: VatTreatment | null;
  usual: DatedVat;
};

/** The lines of logs that are billed together: one for time, one for each item of hardware. */
function linesOf(logs: BillableLog[], as: BilledAs): (TimeLine | HardwareLine)[] {
  const { template, billed, ownVat, usual } = as;
  const [log] = logs;
  if (!log) return [];
  if (log.isHardware) {
    return log.items.map((item) => ({
      kind: 'hardware',
      ...item,
      description: [item.itemName, item.description].filter(Boolean).join(': '),
    }));
  }
  const { workedMinutes, billedMinutes, ratePence, totalPence } = billed;
  const isAsLogged = logs.length === 1 && billedMinutes === workedMinutes;
  return [
    {
      kind: 'time',
      description: describe(logs, log.lineText ?? template),
      workedMinutes,
      minutes: billedMinutes,
      ratePence,
      totalPence: isAsLogged ? log.totalPence : totalPence,
      taxCode: vatCode(ownVat ?? usual.vat),
      hasOwnVat: ownVat !== null,
      hasChangedVat: usual.since !== null,
    },
  ];
}

/**
 * What a line for time says. Where it stands for several days, it says the first and the last, its work types or, by
 * job, its job, and no description: a month's would be too long to read.
 */
function describe(logs: BillableLog[], template: string): string {
  const several = (texts: string[], between: string) =>
    [...new Set(texts)].filter(Boolean).join(between);
  const days = logs.map(({ day }) => day).sort();
  const [day = '', lastDay = ''] = [days[0], days.at(-1)];
  const workType = several(
    logs.map(({ workTypeName, jobName, lines }) =>
      lines === 'job' ? (jobName ?? workTypeName) : workTypeName,
    ),
    ', ',
  );
  const told = logs.map(({ description }) => description);
  const description = day === lastDay ? several(told, '; ') : '';
  return fillTemplate(template, { day, lastDay, workType, description }) || workType;
}

/**
 * What an invoice bills for each of its logs, net, in pence, by the log's id. What several logs are billed as is
 * shared over them, in proportion to what each comes to without rounding; a discount over those whose lines have its
 * VAT, in proportion to what these bill.
 */
export function billedByLog({ content, origins, entries }: InvoiceGroup): Map<number, number> {
  const worked = new Map(
    entries.flatMap(({ logs }) => logs.map(({ id, totalPence }) => [id, totalPence] as const)),
  );
  const billed = new Map<number, number>();
  const byCode = new Map<string | null, Map<number, number>>();
  for (const [index, { netPence, taxCode }] of content.lines.entries()) {
    const own = new Map(origins[index]?.map((id) => [id, worked.get(id) ?? 0]));
    const ofCode = byCode.get(taxCode) ?? new Map<number, number>();
    const weights = own.size > 0 ? own : ofCode;
    const shares = shareOut(Math.abs(netPence), [...weights.values()]);
    for (const [place, id] of [...weights.keys()].entries()) {
      const share = Math.sign(netPence) * (shares[place] ?? 0);
      billed.set(id, (billed.get(id) ?? 0) + share);
      ofCode.set(id, (ofCode.get(id) ?? 0) + share);
    }
    byCode.set(taxCode, ofCode);
  }
  return billed;
}
