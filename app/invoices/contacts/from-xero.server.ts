import { z } from 'zod';
import { write } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { ClientInput, createClient, listClientNames } from '../../clients/clients.server.ts';
import { nameOfRate, treatmentOf } from '../../clients/vat.ts';
import { once, type KeyedRequest } from '../../http/once/one-time-keys.server.ts';
import { askAbout, type Asked, type Doubt } from '../../lib/doubts.ts';
import { ProductError } from '../../lib/errors.ts';
import { optionalText } from '../../lib/fields.ts';
import { apart } from '../../lib/text.ts';
import { gatherTwins } from '../../lib/twins.ts';
import type { ContactsPage, LedgerContact, ListedContacts, Organisation } from '../ledger.ts';
import { comparable, toLink } from './contact-answer.ts';
import { contactsOf, linkContact } from './contact-links.server.ts';
import {
  NOT_CONNECTED,
  organisationShown,
  readSearch,
  sentenceOf,
} from './contact-screen.server.ts';

type AddServices = Pick<Services, 'db' | 'clock' | 'ledger'> & Asked;

/** A page of the contacts in the ledger, each with the client that it is or may be, or a sentence why there is none. */
export async function loadContactList(
  services: Pick<Services, 'db' | 'ledger' | 'logger'>,
  listed: ListedContacts,
) {
  const { organisationId = null } = services.ledger.activeOrganisation() ?? {};
  let list: ContactsPage = { contacts: [], isLast: true };
  let problem = NOT_CONNECTED;
  try {
    if (organisationId !== null) {
      list = await services.ledger.listContacts(organisationId, listed);
      problem = '';
    }
  } catch (thrown) {
    problem = sentenceOf(services, thrown);
  }
  const { find } = knownClients(services, organisationId ?? '');
  const rows = list.contacts.map(({ contactId, name, email }) => {
    const { client, as } = find({ contactId, name }) ?? {};
    const here =
      client && as ? { name: `${as}: ${client.name}`, path: pathOf(client.id, as) } : null;
    return { contactId, name, email, here, isTaken: here !== null && as !== 'Perhaps the client' };
  });
  return { rows, shown: { organisationId }, problem, isLast: list.isLast };
}

/** How a contact is a client: linked to it, by its name, or perhaps, by almost its name. */
type As = 'Client' | 'Client, not linked yet' | 'Perhaps the client';

/** Where a client is looked at that is linked, or linked. */
const pathOf = (id: number, as: As) => `/clients/${id}${as === 'Client' ? '' : '/contact'}`;

/** The clients that are here, to find which one a contact is. */
function knownClients(services: Pick<Services, 'db'>, organisationId: string) {
  type Known = { id: number; name: string };
  const names: Known[] = listClientNames(services);
  const links = contactsOf(services, organisationId);
  const byContact = new Map(names.map((one) => [links.get(one.id)?.contactId, one]));
  const byName = new Map(names.map((one) => [comparable(one.name), one]));
  const twins = gatherTwins(names);
  const find = (contact: { contactId: string; name: string }): { client: Known; as: As } | null => {
    const linked = byContact.get(contact.contactId);
    if (linked) return { client: linked, as: 'Client' };
    const named = byName.get(comparable(contact.name));
    if (named) return { client: named, as: 'Client, not linked yet' };
    const twin = twins.find(contact.name);
    return twin && { client: twin, as: 'Perhaps the client' };
  };
  return { find, add: twins.add };
}

/**
 * Makes a client of each of these contacts, linked to it, with its VAT; its terms hold through the link. One that is a
 * client by now is left as it is. Gives a sentence. Throws 409 as {@link organisationShown} does, and with a question
 * where a name is almost a client's, 422, and LedgerError.
 */
export async function addClientsOf(
  services: AddServices,
  { ids, organisationId }: z.output<typeof FromXeroForm>,
  key: KeyedRequest | null,
): Promise<string> {
  const organisation = organisationShown(services, { organisationId });
  const contacts = await services.ledger.findContacts(organisation.organisationId, { ids });
  const add = () => write(services.db, () => addAll(services, organisation, contacts));
  const keyed = key && once(services, key, add);
  if (keyed?.outcome === 'mismatch') throw new ProductError(422, USED);
  return keyed?.answer ?? add();
}

const USED = 'This form was already sent for something else. No changes were made.';

function addAll(
  { db, clock, confirmed }: AddServices,
  organisation: Organisation,
  contacts: LedgerContact[],
): string {
  const here = knownClients({ db }, organisation.organisationId);
  const doubts: Doubt[] = [];
  let [added, known] = [0, 0];
  for (const contact of contacts) {
    const { client, as } = here.find(contact) ?? {};
    if (client && as !== 'Perhaps the client') {
      known += 1;
      continue;
    }
    // Not yet asked about: whoever ticked them is asked about all of them at once.
    const { id, name } = createClient({ db, clock }, fieldsOf(contact, organisation));
    linkContact({ db, clock }, organisation.organisationId, id, toLink(contact));
    here.add({ id, name });
    added += 1;
    const message = `${apart(name)} would be another client than ${apart(client?.name ?? '')}.`;
    if (client) doubts.push({ word: 'name', message });
  }
  askAbout({ confirmed }, doubts);
  const clients = `${added} ${added === 1 ? 'client' : 'clients'} added from Xero`;
  return known > 0 ? `${clients}, ${known} ${known === 1 ? 'was' : 'were'} here already` : clients;
}

/** A contact as the form of a client has it. Throws 409 for a name that no client can have. */
function fieldsOf(contact: LedgerContact, organisation: Organisation): ClientInput {
  const { name, email, person, accountNumber: reference, taxCode } = contact;
  const hasRate = taxCode !== null && nameOfRate(taxCode, organisation) !== null;
  const vatTreatment = hasRate ? treatmentOf(taxCode, organisation) : undefined;
  const all = { name, email, contactPerson: person, reference, vatTreatment };
  // Xero takes emails, persons and references that a client cannot have.
  const fields = [all, { ...all, email: null }, { name, vatTreatment }];
  const [input] = fields.flatMap((one) => ClientInput.safeParse(one).data ?? []);
  if (!input) throw new ProductError(409, `“${name}” is too long for a client’s name. Untick it.`);
  return input;
}

/** The form: which contacts are ticked, and of which organisation they were shown. */
export const FromXeroForm = z.object({
  ids: z.preprocess(
    (value: unknown): unknown => (value === undefined ? [] : [value].flat()),
    z.array(z.guid()).min(1, 'Tick the contacts that are to be clients.').max(50),
  ),
  organisationId: optionalText(),
});

/** What the address of the list asks for. */
export function readListed(query: URLSearchParams) {
  const page = Number(query.get('page') ?? 1);
  return {
    page: Number.isSafeInteger(page) && page > 0 && page < 10_000 ? page : 1,
    search: readSearch(query),
    show: query.get('show') === 'all' ? ('all' as const) : ('' as const),
  };
}
