import { prepared, write } from '#db/connection.server.ts';
import { invoiceRuns, invoices } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { updateClient } from '../../clients/clients.server.ts';
import { dayOf } from '../../lib/calendar.ts';
import { conflict } from '../../lib/errors.ts';
import type { WorkLogFilters } from '../../work-logs/list/filters.ts';
import type { Organisation } from '../ledger.ts';
import { billedByLog, type InvoiceGroup } from '../lines/groups.ts';
import type { InvoiceChoices } from '../lines/choices.ts';
import { datesOf } from '../lines/terms.ts';
import { CHANGED_SINCE } from '../messages.ts';
import { installationId } from '../../platform/settings-store.server.ts';
import { newMark } from '../unmatched/unmatched.server.ts';
import type { Contents } from './steps.server.ts';
import { fingerprintOfPlan, isLeftOut, isReady, planInvoices } from '../preview/plan.server.ts';

export type ClaimServices = Pick<Services, 'db' | 'clock' | 'config' | 'checkpoint' | 'ledger'>;

export type ClaimRequest = {
  userId: number | null;
  filters: WorkLogFilters;
  /** From the plan that a person saw: when the present plan differs, nothing is made. */
  fingerprint?: string;
  /** What that person chose of it; left out, all of it is invoiced. */
  choices?: InvoiceChoices;
};

/**
 * The invoices that were claimed, and those left out because of problems. The run is null when
 * there was nothing to claim.
 */
export type Claim = { runId: number | null; groups: InvoiceGroup[]; leftOut: InvoiceGroup[] };

/**
 * Claims every log that can be invoiced, in one transaction. From then on the log is on this
 * invoice and no other (the index `invoice_logs_live`) and cannot be changed (the trigger
 * `work_logs_claimed`), until the outcome is known. Sends nothing. Throws 409 when no organisation
 * is active, or when the plan is not the one that the person saw.
 */
export function claimInvoices(services: ClaimServices, request: ClaimRequest): Claim {
  const { db, clock, config } = services;
  const { userId, filters, fingerprint, choices } = request;
  return write(db, () => {
    const plan = planInvoices(services, filters, choices);
    if (fingerprint !== undefined && fingerprint !== fingerprintOfPlan(services, plan)) {
      throw conflict(CHANGED_SINCE);
    }
    const { organisation } = plan;
    const groups = plan.groups.filter(isReady);
    const leftOut = plan.groups.filter((group) => !isLeftOut(group) && group.problems.length > 0);
    if (groups.length === 0) return { runId: null, groups, leftOut };
    const now = clock();
    const times = { createdAt: now, updatedAt: now };
    const tenantId = organisation.organisationId;
    const installation = installationId(services);
    const today = choices?.madeOn ?? dayOf(now, config.timeZone);
    const run = db
      .insert(invoiceRuns)
      .values({ userId, tenantId, status: 'running', startedAt: now })
      .returning({ id: invoiceRuns.id })
      .get();
    const addLog = prepared(db, ADD_LOG);
    for (const group of groups) {
      const months = monthsOf(group);
      const contents = toContents(group, organisation, { ...choices, today });
      const invoice = db
        .insert(invoices)
        .values({
          runId: run.id,
          tenantId,
          clientId: group.client.id,
          month: months.at(-1) ?? group.month,
          firstMonth: months.length > 1 ? months[0] : null,
          state: 'claimed',
          reference: newReference(installation, group),
          contents: JSON.stringify(contents),
          totalMinutes: group.totalMinutes,
          totalPence: group.content.totalPence,
          netPence: group.content.netPence,
          vatPence: group.content.vatPence,
          discount: group.choice?.discount ?? null,
          issuedDay: contents.day,
          dueDay: contents.dueDay,
          workTypeName: group.workTypeName,
          ...times,
        })
        .returning({ id: invoices.id })
        .get();
      keepForNextTime(services, group);
      const billed = billedByLog(group);
      const hasVat = Number(group.content.hasVat);
      for (const logId of group.logIds) {
        addLog.run(invoice.id, logId, billed.get(logId) ?? 0, hasVat);
      }
    }
    services.checkpoint('claiming');
    return { runId: run.id, groups, leftOut };
  });
}

const ADD_LOG =
  'insert into invoice_logs (invoice_id, work_log_id, net_pence, has_vat) values (?, ?, ?, ?)';

function monthsOf({ entries }: InvoiceGroup): string[] {
  const days = entries.filter(({ goes }) => goes).flatMap(({ logs }) => logs.map(({ day }) => day));
  return [...new Set(days.map((day) => day.slice(0, 7)))].sort();
}

/** Keeps with the client what a person chose and will want again; not what stands for the number of a job. */
function keepForNextTime(services: ClaimServices, { client, choice }: InvoiceGroup): void {
  const { keptPer } = choice ?? {};
  const poNumber = client.isPoOfJob ? undefined : choice?.poNumber;
  if (poNumber === undefined && keptPer === undefined) return;
  updateClient(services, client.id, { poNumber, invoicePer: keptPer });
}

function toContents(
  group: InvoiceGroup,
  organisation: Organisation,
  dated: Parameters<typeof datesOf>[1],
): Contents {
  const { day, dueDay } = datesOf(group, dated);
  return {
    contactId: null,
    day,
    dueDay,
    currency: organisation.currency,
    accountCode: organisation.accountCode ?? '',
    hasVat: group.content.hasVat,
    lines: group.content.lines,
    timeTaxCodes: group.timeTaxCodes,
    origins: group.origins,
  };
}

/**
 * What the customer reads as reference: the PO number, if there is one, then our mark (`unmatched.server.ts`), which is short
 * enough to be read out; the invoice is found again by all of it.
 */
function newReference(installation: string, group: InvoiceGroup): string {
  const { month, client, choice, logIds } = group;
  const poNumber = choice?.poNumber === undefined ? client.poNumber : choice.poNumber;
  return `${poNumber === null ? '' : `${poNumber} `}${newMark(installation, month, logIds)}`;
}
