import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, lt } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { contactCalls } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { NewContact, NewContactAnswer } from '../ledger.ts';
import { inPlainSpaces } from '../../lib/looks.ts';
import { KEY_SAFE_FOR } from '../../lib/key-safe-for.ts';
import { CALL_OVER_AFTER } from '../../lib/call-over-after.ts';
import { agedBy } from '../../platform/aged-by.server.ts';
import { toLink, type ContactClient } from './contact-answer.ts';
import type { NoContact } from './find-contacts.server.ts';
import {
  contactNumberOf,
  contactOf,
  linkUnlessLinked,
  type ContactLink,
} from './contact-links.server.ts';

/**
 * The calls that make contacts, each stored before it is sent and until its outcome is known. Each
 * change is one transaction, and none waits for the network.
 */

type Store = Pick<Services, 'db' | 'clock'>;

/** A client that needs a contact, and when the ledger was last asked and had none. */
export type Lacking = {
  client: ContactClient;
  askedAt: NoContact['askedAt'];
  /** The contact's number, where archived contacts have the usual one. */
  contactNumber?: string;
};

type Wanted = NewContact & { clientId: number };

/** One call: these contacts, in this order, under this key. */
export type ContactCall = {
  sendKey: string;
  contacts: Wanted[];
  sentAt: Date;
  /** True when exactly this call was made before, and its outcome is unknown. */
  isRepetition: boolean;
};

/** How long rows are kept, in milliseconds: far longer than any look-up may still rely on them. */
const KEPT_FOR = 60 * 60_000;

/**
 * Stores the call that is to make contacts for these clients; from now on the contacts may be in the ledger.
 * `next` is null where there are none to make: it leaves out clients that are `linked` by now, and those whose
 * contact a call of unknown outcome may be making, which is `open`.
 */
export function claimContacts(services: Store, organisationId: string, lacking: Lacking[]) {
  const { db } = services;
  const now = services.clock();
  return write(db, () => {
    db.delete(contactCalls)
      .where(lt(contactCalls.sentAt, new Date(agedBy(services).getTime() - KEPT_FOR)))
      .run();
    // Calls from the future were noted while the clock was ahead. They count as sent now, which is no earlier
    // than they were.
    db.update(contactCalls).set({ sentAt: now }).where(gt(contactCalls.sentAt, now)).run();
    const linked = new Map<number, ContactLink>();
    const open = new Map<string, ContactCall>();
    const contacts: Wanted[] = [];
    const calls = openCalls(services, organisationId);
    for (const { client, askedAt, ...more } of lacking) {
      const { id, name, email } = client;
      const { contactNumber = contactNumberOf(services, id) } = more;
      const link = contactOf(services, organisationId, id);
      // A call has made nothing if it could no longer arrive when the ledger was asked.
      const call = calls.find(
        ({ sentAt, contacts: made }) =>
          askedAt.getTime() - sentAt.getTime() < CALL_OVER_AFTER &&
          made.some(({ clientId }) => clientId === id),
      );
      if (link) linked.set(id, link);
      else if (call) open.set(call.sendKey, call);
      else contacts.push({ clientId: id, name: inPlainSpaces(name), email, contactNumber });
    }
    const claims = { linked, next: null, open: [...open.values()] };
    if (contacts.length === 0) return claims;
    const sent = { sendKey: randomUUID(), sentAt: now };
    const row = { ...sent, tenantId: organisationId, contacts: JSON.stringify(contacts) };
    db.insert(contactCalls).values(row).run();
    return { ...claims, next: { ...sent, contacts, isRepetition: false } };
  });
}

function openCalls({ db }: Store, organisationId: string): ContactCall[] {
  return db
    .select()
    .from(contactCalls)
    .where(eq(contactCalls.tenantId, organisationId))
    .orderBy(asc(contactCalls.sentAt))
    .all()
    .map(({ sendKey, contacts, sentAt }) => {
      return { sendKey, contacts: JSON.parse(contacts) as Wanted[], sentAt, isRepetition: true };
    });
}

/** Whether a call can be sent (again) under its key, which the ledger still remembers. */
export function isKeySafe({ clock }: Store, { sentAt }: ContactCall): boolean {
  return clock().getTime() - sentAt.getTime() < KEY_SAFE_FOR;
}

/**
 * Notes that a call is about to be sent again, so that a refusal of its first sending is not taken
 * for its end. False when its outcome has become known.
 */
export function markRepeated({ db }: Store, { sendKey }: ContactCall): boolean {
  const { changes } = db
    .update(contactCalls)
    .set({ isRepeated: true })
    .where(eq(contactCalls.sendKey, sendKey))
    .run();
  return changes > 0;
}

/** Forgets a call that has certainly done nothing; false when it was sent again meanwhile. */
export function forgetCall({ db }: Store, { sendKey }: ContactCall): boolean {
  const { changes } = db
    .delete(contactCalls)
    .where(and(eq(contactCalls.sendKey, sendKey), eq(contactCalls.isRepeated, false)))
    .run();
  return changes > 0;
}

/** Stores the links to the contacts that a call has made, and ends the call. Gives the links. */
export function settleCall(
  services: Store,
  organisationId: string,
  { sendKey, contacts }: ContactCall,
  answers: NewContactAnswer[],
): Map<number, ContactLink> {
  return write(services.db, () => {
    const links = new Map<number, ContactLink>();
    contacts.forEach(({ clientId }, index) => {
      const answer = answers[index];
      if (answer?.outcome !== 'created') return;
      const link = toLink(answer.contact);
      links.set(clientId, linkUnlessLinked(services, organisationId, clientId, link));
    });
    services.db.delete(contactCalls).where(eq(contactCalls.sendKey, sendKey)).run();
    return links;
  });
}
