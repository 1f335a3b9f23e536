import { LedgerError, reasonOf, type NewContactAnswer } from '../ledger.ts';
import { CALL_OVER_AFTER } from '../../lib/call-over-after.ts';
import {
  choose,
  UNKNOWN_CONTACT,
  type ContactAnswer,
  type ContactClient,
  type UnknownContact,
} from './contact-answer.ts';
import {
  claimContacts,
  forgetCall,
  isKeySafe,
  markRepeated,
  settleCall,
  type ContactCall,
  type Lacking,
} from './contact-calls.server.ts';
import { contactOf } from './contact-links.server.ts';
import { findNamesakes, findNumbered, type ContactServices } from './find-contacts.server.ts';
import { inTurn } from '../../platform/turns.server.ts';

type Answers = Map<number, ContactAnswer | UnknownContact>;

type Outcome = ContactAnswer | UnknownContact | { outcome: 'taken' };
type Outcomes = Map<number, Outcome>;

/**
 * Makes the contacts of at most 50 clients in one call, and stores the links. Only for clients that
 * the ledger was found to have no contact for. What an earlier call may be making is made by exactly
 * that call again, or 'unknown' until it cannot arrive any more. What archived contacts keep the number of is made
 * under the next one; a name that is taken leads to the contact that has it, or to a person. Throws LedgerError; calling again is safe then, after a
 * look-up.
 */
export async function makeContacts(
  services: ContactServices,
  organisationId: string,
  lacking: Lacking[],
): Promise<Answers> {
  const names = lacking.map(({ client }) => `${organisationId} ${client.id}`);
  const make = (some: Lacking[]) =>
    inTurn(services.ledger, names, () => makeInTurn(services, organisationId, some));
  const outcomes = await make(lacking);
  const isTaken = ({ id }: ContactClient) => outcomes.get(id)?.outcome === 'taken';
  const taken = () => lacking.map(({ client }) => client).filter(isTaken);
  const askedAt = services.clock();
  const again: Lacking[] = [];
  for (const [clientId, found] of await findNumbered(services, organisationId, taken())) {
    const client = lacking.find((one) => one.client.id === clientId)?.client;
    if (found.outcome !== 'number kept') outcomes.set(clientId, found);
    else if (client) again.push({ client, askedAt, contactNumber: found.contactNumber });
  }
  if (again.length > 0) {
    for (const [clientId, outcome] of await make(again)) outcomes.set(clientId, outcome);
  }
  const answers: Answers = await findNamesakes(services, organisationId, taken());
  for (const [clientId, outcome] of outcomes) {
    if (outcome.outcome !== 'taken') answers.set(clientId, outcome);
  }
  return answers;
}

async function makeInTurn(
  services: ContactServices,
  organisationId: string,
  lacking: Lacking[],
): Promise<Outcomes> {
  const { linked, next, open } = claimContacts(services, organisationId, lacking);
  if (next) services.checkpoint('contacts claimed');
  const outcomes: Outcomes = new Map();
  for (const [clientId, link] of linked) outcomes.set(clientId, { outcome: 'linked', link });
  for (const call of next ? [...open, next] : open) {
    const made = await perform(services, organisationId, call, lacking);
    for (const { client } of lacking) {
      const outcome = made.get(client.id);
      if (outcome) outcomes.set(client.id, outcome);
    }
  }
  return outcomes;
}

/** Sends one call, while that is safe, and gives what it came to. */
async function perform(
  services: ContactServices,
  organisationId: string,
  call: ContactCall,
  lacking: Lacking[],
): Promise<Outcomes> {
  if (!isKeySafe(services, call)) {
    // A call that was stored and never sent: this process stood still in between.
    const isUnsent = !call.isRepetition && forgetCall(services, call);
    return unknownUntil(call, isUnsent ? services.clock().getTime() : endOf(call));
  }
  if (call.isRepetition && !markRepeated(services, call)) {
    return linksOf(services, organisationId, call);
  }
  let answers: NewContactAnswer[];
  try {
    answers = await services.ledger.createContacts(organisationId, call.contacts, call.sendKey);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    const isNotDone = !call.isRepetition && !error.isOutcomeUnknown && forgetCall(services, call);
    if (!isNotDone) throw asUnknown(error);
    if (error.kind !== 'refused') throw error;
    return makeFewer(services, organisationId, { call, lacking, error });
  }
  const links = settleCall(services, organisationId, call, answers);
  const outcomeOf = (clientId: number, answer: NewContactAnswer | undefined): Outcome => {
    const link = links.get(clientId);
    if (link) return { outcome: 'linked', link };
    if (answer?.outcome === 'taken') return answer;
    const messages = answer?.outcome === 'refused' ? answer.messages : [];
    return choose(messages.join(' ') || REFUSED);
  };
  return new Map(
    call.contacts.map(({ clientId }, index) => [clientId, outcomeOf(clientId, answers[index])]),
  );
}

const REFUSED = 'Xero refused this contact without a reason. Check the client, then try again.';

/** After a call that was refused as a whole: one contact must not keep the others from being made. */
async function makeFewer(
  services: ContactServices,
  organisationId: string,
  { call, lacking, error }: { call: ContactCall; lacking: Lacking[]; error: LedgerError },
): Promise<Outcomes> {
  const ids = new Set(call.contacts.map(({ clientId }) => clientId));
  const refused = lacking.filter(({ client }) => ids.has(client.id));
  if (refused.length < 2) {
    return new Map(refused.map(({ client }) => [client.id, choose(reasonOf(error))]));
  }
  const half = Math.ceil(refused.length / 2);
  const first = await makeInTurn(services, organisationId, refused.slice(0, half));
  const second = await makeInTurn(services, organisationId, refused.slice(half));
  return new Map([...first, ...second]);
}

/** When a call can no longer arrive, in milliseconds since 1970. */
function endOf({ sentAt }: ContactCall): number {
  return sentAt.getTime() + CALL_OVER_AFTER;
}

function unknownUntil({ contacts }: ContactCall, instant: number): Outcomes {
  const until = new Date(instant);
  return new Map(contacts.map(({ clientId }) => [clientId, { outcome: 'unknown', until }]));
}

/** What came of a call whose outcome another process has stored meanwhile. */
function linksOf(
  services: ContactServices,
  organisationId: string,
  { contacts }: ContactCall,
): Outcomes {
  const until = services.clock();
  return new Map(
    contacts.map(({ clientId }) => {
      const link = contactOf(services, organisationId, clientId);
      return [clientId, link ? { outcome: 'linked', link } : { outcome: 'unknown', until }];
    }),
  );
}

/** The error of a call that may have been carried out, this time or before. */
function asUnknown(error: LedgerError): LedgerError {
  if (error.isOutcomeUnknown) return error;
  const { kind, limit, retryAt, httpStatus } = error;
  const details = { isOutcomeUnknown: true, limit, retryAt, httpStatus };
  return new LedgerError(kind, UNKNOWN_CONTACT, details);
}
