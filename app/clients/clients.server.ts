import { desc, eq, sql } from 'drizzle-orm';
import type { VatTreatment } from '#db/words.ts';
import { prepared, write } from '#db/connection.server.ts';
import { clients, type Client, clientContacts } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { askAbout, type Asked } from '../lib/doubts.ts';
import { readDueIn, type DueIn } from '../lib/due-in.ts';
import { invalid, notFound } from '../lib/errors.ts';
import { toColumns, inputOf, toView, type ViewOf, toTexts } from '../lib/record-fields.ts';
import { apart } from '../lib/text.ts';
import { gatherTwins } from '../lib/twins.ts';
import { CLIENT_FIELDS } from '../records/client-fields.ts';
import { BILLING_CHOICES, PER_LABELS, ROUNDING_LABELS, sayBilling } from './billing.ts';
import { nameOfRate, sayVat, vatCode } from './vat.ts';
import type { z } from 'zod';
import type { PostedForm } from '../http/form/form.server.ts';
import { mergeEdit, only } from '../http/form/made-from.server.ts';

type ClientServices = Pick<Services, 'db' | 'clock'> & Asked;

/** All clients, active before inactive, each group sorted by name. */
export function listClients({ db }: Pick<Services, 'db'>): Client[] {
  return db
    .select()
    .from(clients)
    .orderBy(desc(clients.isActive), sql`${clients.name} collate nocase`, clients.id)
    .all();
}

/** A client's id and name, for the choices of a filter. */
export type ClientName = Pick<Client, 'id' | 'name'>;

/** The names of all clients, active before inactive. */
export function listClientNames({ db }: Pick<Services, 'db'>): ClientName[] {
  const order = 'is_active desc, name collate nocase, id';
  return prepared<ClientName>(db, `select id, name from clients order by ${order}`).all();
}

/** The active clients, for which work can be logged, sorted by name. */
export function listActiveClients(services: Pick<Services, 'db'>): Client[] {
  return listClients(services).filter(({ isActive }) => isActive);
}

/** One client, or null. */
export function findClient({ db }: Pick<Services, 'db'>, id: number): Client | null {
  return db.select().from(clients).where(eq(clients.id, id)).get() ?? null;
}

/** One client. Throws 404. */
export function getClient(services: Pick<Services, 'db'>, id: number): Client {
  const client = findClient(services, id);
  if (!client) throw notFound('The client');
  return client;
}

const HAS_JOBS = 'select exists (select 1 from jobs where client_id = ?)';

/** Whether a client has jobs, open or done. */
export function hasJobs({ db }: Pick<Services, 'db'>, clientId: number): boolean {
  return prepared<number>(db, HAS_JOBS).pluck().get(clientId) === 1;
}

/** The columns for an input. Fields that a change leaves out are not written. */
const columnsOf = <Input extends Partial<ClientInput>>(input: Input) =>
  toColumns<Client, Input>(CLIENT_FIELDS, input);

/** Asks about a name that is a twin of another client's; the very same one is meant. */
function askAboutName(services: ClientServices, name: string, ownId?: number): void {
  if (services.confirmed === undefined) return;
  const others = listClientNames(services).filter(({ id }) => id !== ownId);
  const twin = gatherTwins(others).find(name);
  const { isActive = true } = (twin && findClient(services, twin.id)) ?? {};
  askAbout(services, [
    twin && {
      word: 'name',
      message: `There is a client ${apart(twin.name)} already${isActive ? '' : ', which is inactive'}.`,
      existing: { id: twin.id, isActive },
    },
  ]);
}

/** What of rounding means nothing where time is not rounded, and how the form says that it is as usual. */
const UNUSED = [
  ['billingRounding', 'up', ROUNDING_LABELS.up],
  ['billingPer', 'log', PER_LABELS.log],
] as const;

/** The fields of rounding that are as usual where time is not rounded. Throws 400 for another choice there. */
function usualRounding(change: Partial<ClientInput>, before?: Client): Partial<ClientInput> {
  if ((change.billingStep ?? before?.billingStep ?? 1) !== 1) return {};
  const usual: Partial<ClientInput> = {};
  for (const [name, word, label] of UNUSED) {
    // As it was stored before this was said: a whole record that is sent back.
    const isLeft = before?.billingStep === 1 && change[name] === before[name];
    if (change[name] === undefined && before?.billingStep !== 1)
      Object.assign(usual, { [name]: word });
    else if (change[name] !== undefined && change[name] !== word && !isLeft) {
      throw invalid(
        name,
        `Time is not rounded, so this has no effect. Choose what to round to, or choose “${label}”.`,
      );
    }
  }
  return usual;
}

/** Adds a client, active unless the input says otherwise. Throws 409 with a question for a name that is here already. */
export function createClient(services: ClientServices, input: ClientInput): Client {
  const { db, clock } = services;
  const now = clock();
  return write(db, () => {
    usualRounding(input);
    askAboutName(services, input.name);
    return db
      .insert(clients)
      .values({
        ...columnsOf(input),
        isActive: input.isActive ?? true,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .get();
  });
}

/**
 * Changes the fields of a client that `change` names; existing logs keep their rates. The trigger
 * `clients_version` raises its version. Throws 404, 400 for rounding that does nothing, and 409 with a question for a
 * new name that another client has.
 */
export function updateClient(
  services: ClientServices,
  id: number,
  change: Partial<ClientInput>,
): Client {
  return write(services.db, () => {
    const before = getClient(services, id);
    const usual = usualRounding(change, before);
    if (change.name !== undefined && change.name !== before.name) {
      askAboutName(services, change.name, id);
    }
    services.db
      .update(clients)
      .set({
        ...columnsOf({ ...change, ...usual }),
        isActive: change.isActive ?? undefined,
        updatedAt: services.clock(),
      })
      .where(eq(clients.id, id))
      .run();
    return getClient(services, id);
  });
}

/** Deactivates a client, so that forms no longer offer it, or reactivates it. Throws 404. */
export function setClientActive(services: ClientServices, id: number, isActive: boolean): Client {
  return updateClient(services, id, { isActive });
}

/** The fields of a client that people can set, on the screen and through the API. */
export const ClientInput = inputOf(CLIENT_FIELDS);
export type ClientInput = z.output<typeof ClientInput>;

/** A client for the API and the screens; rates are decimal strings, in pounds an hour. */
export type ClientView = Omit<ViewOf<Client>, 'dueIn'> & { dueIn: DueIn | null };

/** A client's fields for the API and the screens. */
export function toClientView(client: Client): ClientView {
  return {
    ...toView<Client>(CLIENT_FIELDS, client),
    dueIn: client.dueIn === null ? null : readDueIn(client.dueIn),
  };
}

/** The names of a client's JSON. */
export const CLIENT_JSON = ['id', ...Object.keys(CLIENT_FIELDS)];

/** The names of linked Xero contacts by the client's id; null when Xero is not set up. */
export function listContactNames(
  services: Pick<Services, 'db' | 'ledger'>,
): ReadonlyMap<number, string> | null {
  if (!services.ledger.isSetUp) return null;
  const organisation = services.ledger.activeOrganisation();
  if (!organisation) return new Map();
  const { clientId, contactName, tenantId } = clientContacts;
  const links = services.db
    .select({ clientId, contactName })
    .from(clientContacts)
    .where(eq(tenantId, organisation.organisationId))
    .all();
  return new Map(links.map((link) => [link.clientId, link.contactName]));
}

/**
 * What the VAT on a client's time can be: as the organisation, a word, or one of the organisation's rates for which
 * there is no word. Only what the organisation has is offered, and what is chosen `now`.
 */
export function listVatChoices(
  { ledger }: Pick<Services, 'ledger'>,
  now: VatTreatment = 'organisation',
): [string, string][] {
  const organisation = ledger.activeOrganisation();
  const rates = organisation ?? { taxRates: [], taxCodes: new Map<string, string>() };
  const choices: [string, string][] = [];
  for (const [word, label] of BILLING_CHOICES.vatTreatment) {
    const isUsual = word === 'organisation';
    const name = nameOfRate(isUsual ? (organisation?.timeTaxCode ?? '') : word, rates);
    if (name !== null) choices.push([word, `${label}: ${name}`]);
    else if (isUsual || organisation === null || word === now) choices.push([word, label]);
  }
  const named = new Set(BILLING_CHOICES.vatTreatment.map(([word]) => rates.taxCodes.get(word)));
  for (const { code } of rates.taxRates) {
    if (!named.has(code)) choices.push([`rate:${code}`, sayVat(code, rates)]);
  }
  if (!choices.some(([value]) => value === now)) {
    choices.push([now, sayVat(vatCode(now) ?? now, rates)]);
  }
  return choices;
}

/** The texts in the edit form's fields. */
export function clientFormValues(client: Client) {
  return toTexts(toView<Client>(CLIENT_FIELDS, client), ['id', 'isActive']);
}

/** Saves the form, merged with others' changes. Throws 404, and `EditConflict`. */
export function saveEditedClient(
  services: ClientServices,
  id: number,
  form: PostedForm<unknown>,
  input: ClientInput,
): Client {
  return write(services.db, () => {
    const client = getClient(services, id);
    const { changed } = mergeEdit(form, {
      version: client.version,
      values: clientFormValues(client),
      say: (name, text) => (name.endsWith('Rate') ? `£${text}` : sayBilling(name, text)),
    });
    return updateClient(services, id, only(input, changed));
  });
}
