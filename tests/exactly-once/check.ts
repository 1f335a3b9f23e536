import type { Database } from '#db/connection.server.ts';
import type { RunningXero, XeroState } from '#sandbox/xero.ts';

/**
 * What is wrong: a log on two invoices, a log that is on none and yet not free, two contacts that
 * were made for one client, or anything else.
 */
export type Finding = { kind: 'duplicate' | 'lost' | 'wrong' | 'second contact'; text: string };

type Invoice = XeroState['invoices'][number];

type LocalInvoice = {
  id: number;
  state: string;
  reference: string;
  message: string | null;
  totalPence: number;
  /** What its logs bill of it, together. */
  billedPence: number;
  discount: string | null;
  xeroInvoiceId: string | null;
  runStatus: string;
};

type Log = {
  id: number;
  billable: number;
  isInvoiced: number;
  xeroInvoiceId: string | null;
  liveClaims: number;
  duration: number;
  totalPence: number;
  exclusivePence: number;
};

function readInvoices({ $client }: Database): LocalInvoice[] {
  return $client
    .prepare<[], LocalInvoice>(
      `select i.id, i.state, i.reference, i.message, i.total_pence as totalPence, i.discount,
        (select sum(w.total_pence - w.included_vat_pence + w.billed_more_pence) from invoice_logs l
          join work_logs w on w.id = l.work_log_id where l.invoice_id = i.id) as billedPence,
        i.xero_invoice_id as xeroInvoiceId, r.status as runStatus
      from invoices i join invoice_runs r on r.id = i.run_id`,
    )
    .all();
}

function readLogs({ $client }: Database): Log[] {
  return $client
    .prepare<[], Log>(
      `select w.id, w.billable, w.is_invoiced as isInvoiced, w.xero_invoice_id as xeroInvoiceId,
        (select count(*) from invoice_logs l where l.work_log_id = w.id and l.is_live) as liveClaims,
        w.duration, w.total_pence as totalPence,
        (select coalesce(sum(quantity_in_places * unit_price_in_places / 1000000), 0) from hardware_items i
          where i.work_log_id = w.id and not i.vat_included) as exclusivePence
      from work_logs w`,
    )
    .all();
}

/** Checks what must hold between any two lives, even while there are faults. */
export function checkAlways(db: Database, standIn: RunningXero): Finding[] {
  const findings: Finding[] = [];
  const all = standIn.state().invoices;
  const references = new Set(all.map(({ reference }) => reference));
  const live = new Set(all.filter(isLive).map(({ reference }) => reference));
  const takenBack = underWay(db);
  for (const { id, state, reference, message, runStatus } of readInvoices(db)) {
    const isCertain = state === 'claimed' || state === 'failed';
    if (isCertain && references.has(reference)) {
      findings.push(wrong(`invoice ${id} is in Xero and counts as ${state}`));
    }
    if (state === 'created' && !references.has(reference)) {
      findings.push(wrong(`invoice ${id} counts as created and is not in Xero`));
    }
    if (state === 'released' && live.has(reference)) {
      findings.push(wrong(`invoice ${id} stands in Xero and its logs are free`));
    }
    if (takenBack.includes(id) && state === 'created' && !isLocked(db, id)) {
      findings.push(wrong(`a log of invoice ${id}, which is being taken back, can be changed`));
    }
    if (state !== 'sending') continue;
    if (runStatus === 'done')
      findings.push(wrong(`invoice ${id} is unknown in a run that is done`));
    if (runStatus === 'paused' && message === null) {
      findings.push(wrong(`invoice ${id} is unknown and nothing says so`));
    }
    if (!isLocked(db, id))
      findings.push(wrong(`a log of the unknown invoice ${id} can be changed`));
  }
  return findings;
}

/** The invoices of which it is not known whether they were taken back. */
function underWay({ $client }: Database): number[] {
  return $client
    .prepare<[], number>('select invoice_id from invoice_take_backs where look_at is not null')
    .pluck()
    .all();
}

/** Whether no log of an invoice can be changed. */
function isLocked({ $client }: Database, invoiceId: number): boolean {
  const logs = $client
    .prepare<[number], { id: number }>(
      'select work_log_id as id from invoice_logs where invoice_id = ?',
    )
    .all(invoiceId);
  return logs.every(({ id }) => {
    try {
      $client.prepare('update work_logs set description = description where id = ?').run(id);
      return false;
    } catch {
      return true;
    }
  });
}

/**
 * Checks what must hold once nothing is due: every billable log is on one invoice, or on none
 * and free. A log whose invoice was deleted or voided in Xero waits for a person to release it.
 */
export function checkSettled(db: Database, standIn: RunningXero): Finding[] {
  const findings: Finding[] = [];
  const all = standIn.state().invoices;
  const live = all.filter(isLive);
  const local = readInvoices(db);
  for (const invoice of live) {
    const owners = local.filter(({ reference }) => reference === invoice.reference);
    const [owner] = owners;
    if (owners.length !== 1 || owner?.state !== 'created') {
      findings.push(
        wrong(`${invoice.invoiceNumber} is owned by ${owners.length} created invoices`),
      );
    } else if (owner.xeroInvoiceId !== invoice.invoiceId) {
      findings.push(wrong(`${invoice.invoiceNumber} is known here by another id`));
    } else if (owner.totalPence !== invoice.totalPence) {
      findings.push(wrong(`${invoice.invoiceNumber} comes to another total here`));
    } else if (owner.billedPence !== invoice.subTotalPence) {
      findings.push(wrong(`${invoice.invoiceNumber} is billed as ${owner.billedPence} here`));
    } else {
      findings.push(...checkDiscount(invoice, owner.discount));
    }
  }
  for (const { id, state } of local) {
    if (state === 'claimed' || state === 'sending') {
      findings.push(wrong(`invoice ${id} is still ${state} when all is quiet`));
    }
  }
  for (const id of underWay(db)) {
    findings.push(wrong(`invoice ${id} is still being taken back when all is quiet`));
  }
  for (const log of readLogs(db)) findings.push(...checkLog(log, all));
  return [...findings, ...checkContacts(standIn.state())];
}

/** Every client has at most one contact in use that was made for it, which its number names. */
function checkContacts({ contacts }: XeroState): Finding[] {
  const made = contacts.filter(
    ({ contactNumber, status }) => contactNumber !== '' && status === 'ACTIVE',
  );
  const byNumber = Map.groupBy(made, ({ contactNumber }) => contactNumber.replace(/\.\d+$/, ''));
  return [...byNumber]
    .filter(([, { length }]) => length > 1)
    .map(([number, twins]) => ({
      kind: 'second contact',
      text: `${number} has ${twins.length} contacts: ${twins.map(({ name }) => name).join(', ')}`,
    }));
}

function checkLog(log: Log, all: Invoice[]): Finding[] {
  const ever = all.filter((invoice) => linesOf(invoice, log.id).length > 0);
  const found = ever.filter(isLive);
  const name = `log ${log.id}`;
  if (found.length > 1) {
    return [{ kind: 'duplicate', text: `${name} is on ${found.length} invoices in Xero` }];
  }
  if (log.billable === 0) {
    const isTouched = found.length > 0 || log.isInvoiced === 1 || log.liveClaims > 0;
    return isTouched ? [wrong(`${name} is not billable and was invoiced`)] : [];
  }
  const [invoice] = found;
  if (!invoice) {
    const isFree = log.isInvoiced === 0 && log.liveClaims === 0;
    const isOnDead = ever.some(({ invoiceId }) => invoiceId === log.xeroInvoiceId);
    return isFree || isOnDead
      ? []
      : [{ kind: 'lost', text: `${name} counts as invoiced and is on no invoice` }];
  }
  if (log.isInvoiced === 0) {
    return [{ kind: 'duplicate', text: `${name} is invoiced in Xero and free here` }];
  }
  if (log.xeroInvoiceId !== invoice.invoiceId) return [wrong(`${name} names another invoice`)];
  return checkAmount(log, invoice);
}

/** Time costs its total plus VAT; a VAT-inclusive item costs exactly its price. */
function checkAmount(log: Log, invoice: Invoice): Finding[] {
  const lines = linesOf(invoice, log.id);
  const net = lines.reduce((sum, { lineAmountPence }) => sum + lineAmountPence, 0);
  const tax = lines.reduce((sum, { taxAmountPence }) => sum + taxAmountPence, 0);
  const hasTax = invoice.lineAmountTypes === 'Exclusive';
  if (log.duration > 0 || !hasTax) {
    return net === log.totalPence ? [] : [wrong(`log ${log.id} costs ${net} in Xero`)];
  }
  const inclusive = log.totalPence - log.exclusivePence;
  // Tax is rounded for each line, so two lines may be a penny off in total.
  const expected = inclusive + log.exclusivePence * 1.2;
  return Math.abs(net + tax - expected) <= lines.length / 2
    ? []
    : [wrong(`log ${log.id} costs ${net + tax} in Xero, not ${expected}`)];
}

/** Its lines below zero are its discount, to the penny: of each tax type a percentage, or of all together pounds. */
function checkDiscount({ lines, invoiceNumber }: Invoice, discount: string | null): Finding[] {
  const name = discount?.endsWith('%') ? `Discount ${discount}` : 'Discount';
  const isOff = ({ lineAmountPence }: Invoice['lines'][number]) => lineAmountPence < 0;
  const off = lines.filter(isOff);
  const sum = (some: Invoice['lines']) =>
    some.reduce((total, { lineAmountPence }) => total + lineAmountPence, 0);
  const isNamed = off.every(({ description }) => description === name);
  const isRight =
    discount === null
      ? off.length === 0
      : discount.startsWith('£')
        ? sum(off) === -Math.round(Number(discount.slice(1)) * 100)
        : [...Map.groupBy(lines, ({ taxType }) => taxType).values()].every((some) => {
            const whole = sum(some.filter((line) => !isOff(line)));
            const hundredths = Math.round(Number.parseFloat(discount) * 100);
            return (
              sum(some.filter(isOff)) === 0 - Math.floor((whole * hundredths + 5_000) / 10_000)
            );
          });
  return isRight && isNamed ? [] : [wrong(`${invoiceNumber} has not the discount ${discount}`)];
}

/** The lines that carry a log's label. */
function linesOf({ lines }: Invoice, logId: number) {
  return lines.filter(({ description }) => description.includes(`log-${logId}.`));
}

/** Neither deleted nor voided in Xero. */
export function isLive({ status }: Invoice): boolean {
  return status !== 'DELETED' && status !== 'VOIDED';
}

function wrong(text: string): Finding {
  return { kind: 'wrong', text };
}
