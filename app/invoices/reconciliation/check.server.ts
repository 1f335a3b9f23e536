import { eq } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { invoices, ledgerChecks } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { after } from '../../lib/after.ts';
import { isYounger } from '../../lib/ahead.ts';
import { LedgerError, type LedgerInvoice } from '../ledger.ts';
import { contactsOf } from '../contacts/contact-links.server.ts';
import { explainInvoice } from '../one/explained-invoice.server.ts';
import { madeAt, organisationsToRead, type ChangesServices } from '../refresh/changes.server.ts';
import { MOST_SHOWN } from '../preview/open-at-once.ts';
import { storeReading } from '../refresh/store-reading.server.ts';
import { openUnmatched } from '../unmatched/unmatched.server.ts';
import { compareInvoice, notOurs, type Difference } from './differences.ts';
import { formatBritishMoment } from '../../lib/calendar.ts';
import { listUnmatched } from '../unmatched/unmatched-screen.server.ts';

const LANE = 'reconciliation';
const HOUR = 3_600_000;
const RETRY_AFTER = 5 * 60_000;

const PATIENCE = 3_000;

/** The most ids in one reading, so that each has a deadline of its own. */
const AT_ONCE = 40;

/** Compares now, in the background, and waits a few seconds for the end. */
export async function compareNow(services: ChangesServices): Promise<void> {
  const { background, ledger } = services;
  if (background.isBusy(LANE)) return;
  const ids = organisationsToRead(services).filter((id) => ledger.isConnected(id));
  if (ids.length === 0) return;
  const work = background.run(LANE, async (signal) => {
    for (const id of ids) if (!signal.aborted) await compareOrganisation(services, id);
  });
  await Promise.race([work, after(PATIENCE)]);
}

/** Compares when the last comparison is older than an hour, or there was none. */
export async function compareIfOld(services: ChangesServices): Promise<void> {
  const now = services.clock();
  const isOld = organisationsToRead(services).some((id) => {
    const row = checkOf(services, id);
    return (
      !row || (!isYounger(row.checkedAt, HOUR, now) && !isYounger(row.triedAt, RETRY_AFTER, now))
    );
  });
  if (isOld) await compareNow(services);
}

const checkOf = ({ db }: Pick<Services, 'db'>, id: string) =>
  db.select().from(ledgerChecks).where(eq(ledgerChecks.tenantId, id)).get();

const LINKED = `select k.contact_id as contactId, c.name from client_contacts k
  join clients c on c.id = k.client_id where k.tenant_id = ?`;

const OURS = `select id, xero_invoice_id as ledgerId, state from invoices
  where tenant_id = ? and xero_invoice_id is not null order by id`;

type Ours = { id: number; ledgerId: string; state: string };

/** Reads all invoices of the linked contacts, and those of ours that are not among them. */
async function readAll(services: ChangesServices, tenantId: string, ours: Ours[]) {
  const { db, ledger } = services;
  const contacts = prepared<{ contactId: string; name: string }>(db, LINKED).all(tenantId);
  const firstDay = prepared<{ day: string | null }>(
    db,
    'select min(issued_day) as day from invoices where tenant_id = ? and xero_invoice_id is not null',
  ).get(tenantId)?.day;
  const found = new Map<string, LedgerInvoice>();
  const keep = (some: LedgerInvoice[]) => {
    for (const one of some) found.set(one.invoiceId, one);
  };
  for (let at = 0; at < contacts.length; at += AT_ONCE) {
    const ids = contacts.slice(at, at + AT_ONCE).map(({ contactId }) => contactId);
    // Where this database knows no invoice of ours, one from since the database began may still be for the
    // same work.
    const from = firstDay ?? madeAt(services)?.toISOString().slice(0, 10) ?? '';
    keep(await ledger.readInvoicesOf(tenantId, ids, from));
  }
  const left = ours.filter(({ ledgerId, state }) => state === 'created' && !found.has(ledgerId));
  for (let at = 0; at < left.length; at += AT_ONCE) {
    const ids = left.slice(at, at + AT_ONCE).map(({ ledgerId }) => ledgerId);
    keep(await ledger.readInvoices(tenantId, ids));
  }
  return { found, names: new Map(contacts.map(({ contactId, name }) => [contactId, name])) };
}

/**
 * Compares all invoices of an organisation with what Xero has now, stores what it found, and what it
 * read of our invoices. A failure of Xero's keeps the last result, and is stored as a sentence.
 */
export async function compareOrganisation(
  services: ChangesServices,
  tenantId: string,
): Promise<void> {
  const { db, clock } = services;
  const triedAt = clock();
  const store = (row: Partial<typeof ledgerChecks.$inferInsert>) => {
    db.insert(ledgerChecks)
      .values({ tenantId, triedAt, ...row })
      .onConflictDoUpdate({ target: ledgerChecks.tenantId, set: { triedAt, ...row } })
      .run();
  };
  const ours = prepared<Ours>(db, OURS).all(tenantId);
  try {
    const { found, names } = await readAll(services, tenantId, ours);
    write(db, () => {
      const made = ours.filter(({ state }) => state === 'created');
      const links = contactsOf(services, tenantId);
      const differences = made.flatMap(({ id, ledgerId }) =>
        compareOne(services, id, found.get(ledgerId) ?? null, links),
      );
      const all = prepared<KnownBy>(db, KNOWN_BY).all(tenantId);
      const known = new Set(all.map(({ id }) => id));
      // Those with our mark that this database does not know stand in a list of their own.
      for (const { invoice } of openUnmatched(services, tenantId)) known.add(invoice.invoiceId);
      // Ours, although we do not know it yet: we sent it, and the answer was lost or is on its way.
      const underWay = new Set(
        all.flatMap(({ id, state, reference }) =>
          id === null && state === 'sending' ? reference : [],
        ),
      );
      const foreign = [...found.values()].filter(
        ({ invoiceId, reference, status }) =>
          !known.has(invoiceId) &&
          !underWay.has(reference) &&
          status !== 'voided' &&
          status !== 'deleted',
      );
      store({
        differences: JSON.stringify([
          ...differences,
          ...foreign.map((one) => notOurs(one, names.get(one.contactId ?? '') ?? '')),
        ]),
        compared: made.length,
        checkedAt: triedAt,
        message: null,
      });
    });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    store({ message: error.message });
  }
}

type KnownBy = { id: string | null; state: string; reference: string };
const KNOWN_BY = 'select xero_invoice_id as id, state, reference from invoices where tenant_id = ?';

/** Compares one of ours, and stores what was read of it. It may have been released meanwhile. */
function compareOne(
  services: ChangesServices,
  id: number,
  now: LedgerInvoice | null,
  links: ReturnType<typeof contactsOf>,
): Difference[] {
  const row = services.db.select().from(invoices).where(eq(invoices.id, id)).get();
  if (row?.state !== 'created') return [];
  const { invoice, contents, origins } = explainInvoice(services, id);
  const sent = { lines: contents.lines, origins, contactId: contents.contactId };
  const linkedTo = links.get(row.clientId)?.contactId ?? null;
  const differences = compareInvoice({ invoice, sent, linkedTo }, now);
  if (now) storeReading(services, row, now);
  return differences;
}

/** What the page of the reconciliation shows, as text. */
export type Reconciliation = ReturnType<typeof loadReconciliation>;

/** The last comparison of each organisation that invoices were made in. */
export function loadReconciliation(services: ChangesServices & Pick<Services, 'config'>) {
  const { ledger, config, background } = services;
  const organisations = organisationsToRead(services).map((id) => {
    const row = checkOf(services, id);
    const differences = JSON.parse(row?.differences ?? '[]') as Difference[];
    return {
      id,
      name: ledger.findOrganisation(id)?.name ?? 'An organisation',
      isConnected: ledger.isConnected(id),
      compared: row?.compared ?? 0,
      checkedAt: row?.checkedAt ? formatBritishMoment(row.checkedAt, config.timeZone) : null,
      message: row?.message ?? null,
      more: Math.max(0, differences.length - MOST_SHOWN),
      differences: differences.slice(0, MOST_SHOWN).map((difference, index) => ({
        key: index,
        ...difference,
        url: ledger.invoiceUrl(id, difference.ledgerId),
      })),
    };
  });
  const isComparing = background.isBusy(LANE);
  return { organisations, unmatched: listUnmatched(services), isComparing };
}
