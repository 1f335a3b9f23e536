import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { openDatabase, type Database } from '#db/connection.server.ts';
import { clients, clientContacts, invoices, workLogs, workTypes, xeroOrganisations } from '#db/schema.ts';
import { createInvoices } from '#app/invoices/runs/create.server.ts';
import type { RunServices } from '#app/invoices/runs/steps.server.ts';
import { createBackground } from '#app/platform/background.server.ts';
import { createLogger } from '#app/platform/logger.server.ts';
import { installationId } from '#app/platform/settings-store.server.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { NO_FILTERS } from '#app/work-logs/list/filters.ts';
import type { RunningXero } from '#sandbox/xero.ts';
import { UK_TAX_RATES, type TaxRate } from '#sandbox/xero/model.ts';
import { emptyDatabase } from './empty-database.ts';
import { connectToXero, openXeroLedger } from '../server/xero-organisation.ts';
import { HARBOUR, reach, withXero } from '../server/xero.ts';
import { testRoot } from '../server/test-root.ts';

/** The customer accounts for this VAT, so the invoice has none. */
const REVERSE: TaxRate = {
  ...{ taxType: 'DRCHARGESUPPLY20', name: 'Domestic Reverse Charge @ 20%', rate: 0 },
  ...{ canApplyToRevenue: true, status: 'ACTIVE' },
};

const RATES = [
  { code: 'OUTPUT2', name: '20%', rateHundredths: 2_000 },
  { code: 'RROUTPUT', name: '5%', rateHundredths: 500 },
  { code: 'ZERORATEDOUTPUT', name: 'Zero', rateHundredths: 0 },
  { code: 'EXEMPTOUTPUT', name: 'Exempt', rateHundredths: 0 },
  { code: 'NONE', name: 'No VAT', rateHundredths: 0 },
  { code: REVERSE.taxType, name: REVERSE.name, rateHundredths: 0 },
];

/** A product that makes invoices in a stand-in, and the time that passes for it. */
export type Invoicing = {
  standIn: RunningXero;
  services: RunServices & { appSecret: string };
  tenantId: string;
  /** Lets time pass, for the product and for the stand-in. */
  pass: (milliseconds: number) => void;
  addClient: (name: string) => number;
  /** The work types: for time, and for hardware. */
  types: { time: number; hardware: number };
  /** Logs time on a day of the last month. */
  addTime: (clientId: number, log?: LoggedTime) => number;
  /** Makes an invoice of all that can be invoiced. */
  invoiceAll: () => Promise<void>;
  /** Another installation, which goes on from a copy of the database as it is now. */
  copyNow: () => Invoicing['services'];
};

/** What differs from an hour of a sample, at the usual rate, on a day of the last month. */
type LoggedTime = {
  minutes?: number;
  rate?: number;
  text?: string;
  day?: string;
  jobId?: number | null;
};

/** Until a run is over, in milliseconds. */
const PATIENCE = 120_000;

/**
 * Runs `play` with a product whose clock is so many milliseconds ahead of Xero's, with a VAT-registered
 * organisation.
 */
export function withInvoicing(
  play: (invoicing: Invoicing) => Promise<void>,
  { ahead = 0 }: { ahead?: number } = {},
): Promise<void> {
  let now = Date.UTC(2026, 10, 21, 9);
  const clockOfXero = () => new Date(now);
  return withXero(
    async (standIn) => {
      const db = emptyDatabase();
      const clock = () => new Date(now + ahead);
      const logger = createLogger({ destination: { write: () => undefined } });
      const folder = mkdtempSync(join(testRoot(), 'tallyhour-invoicing-'));
      const copies: Database[] = [];
      const parts = {
        db,
        clock,
        appSecret: 'a secret of at least thirty-two characters',
        logger,
        config: { xeroApiUrl: standIn.origin, xeroInvoiceUrl: null, timeZone: 'Europe/London' },
        xero: { adapter: reach(standIn, { clock }), refresh: null },
      };
      const background = createBackground(logger);
      const services = {
        ...parts,
        ledger: openXeroLedger(parts),
        background,
        checkpoint: () => undefined,
      } as unknown as Invoicing['services'];
      // As a server does at its start.
      installationId(services);
      const tenantId = await connectToXero(services, standIn);
      db.update(xeroOrganisations)
        .set({
          isVatRegistered: true,
          taxRates: JSON.stringify(RATES),
          accountCode: '200',
          timeTaxCode: 'OUTPUT2',
        })
        .where(eq(xeroOrganisations.tenantId, tenantId))
        .run();
      const times = { createdAt: clock(), updatedAt: clock() };
      const addType = (name: string, isHardware: boolean) =>
        db
          .insert(workTypes)
          .values({ name, hourlyRatePence: 6_000, isHardware, ...times })
          .returning()
          .get().id;
      const types = { time: addType('Support', false), hardware: addType('Hardware', true) };
      const addClient = (name: string) => {
        const rates = { standardRatePence: 6_000, premiumRatePence: 9_000 };
        const { id } = db
          .insert(clients)
          .values({ name, ...rates, ...times })
          .returning()
          .get();
        return id;
      };
      await play({
        standIn,
        services,
        tenantId,
        pass: (milliseconds) => {
          now += milliseconds;
        },
        addClient,
        types,
        addTime: (
          clientId,
          { minutes = 60, rate, text = 'Sample', day = '2026-10-12', jobId = null } = {},
        ) =>
          logWork(services, {
            ...{ clientId, jobId },
            workTypeId: types.time,
            duration: minutes,
            travelTime: null,
            description: text,
            hourlyRate: rate ?? null,
            billable: null,
            date: { day },
            hardwareItems: null,
          }).id,
        invoiceAll: async () => {
          await createInvoices(services, { userId: null, filters: NO_FILTERS }, PATIENCE);
        },
        copyNow: () => {
          const file = join(folder, `${copies.length}.sqlite`);
          writeFileSync(file, db.$client.serialize());
          const copy = openDatabase(file);
          copies.push(copy);
          return { ...services, db: copy, ledger: openXeroLedger({ ...parts, db: copy }) };
        },
      });
      await background.close();
      for (const one of [db, ...copies]) one.$client.close();
      rmSync(folder, { recursive: true });
    },
    {
      organisations: [{ ...HARBOUR, taxRates: [...UK_TAX_RATES, REVERSE] }],
      clock: clockOfXero,
    },
  );
}

/** What state each invoice is in, and the reason where there is one. */
export const statesOf = ({ services }: Invoicing) =>
  services.db.select({ state: invoices.state, message: invoices.message }).from(invoices).all();

/** How many logs are on an invoice. */
export const countInvoicedLogs = ({ services }: Invoicing) =>
  services.db.select().from(workLogs).where(eq(workLogs.isInvoiced, true)).all().length;

/** The contact that a client is linked to. */
export function contactOfClient({ services }: Invoicing, clientId: number): string {
  const row = services.db
    .select()
    .from(clientContacts)
    .where(eq(clientContacts.clientId, clientId))
    .get();
  if (!row) throw new Error('The client has no contact');
  return row.contactId;
}
