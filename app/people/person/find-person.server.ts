import type { Database } from '#db/connection.server.ts';
import type { Identity } from '../../ports.ts';

/** A person as the database knows them. */
export type KnownPerson = {
  /** Every number that they have or had as a user; none of who never signed in. */
  ids: number[];
  /** The email that they have, or had last. */
  email: string;
  /** All that they have or had, without those that somebody else has by now. */
  emails: string[];
  /** The numbers of other people who had the email as well. */
  others: number[];
};

/** Who is meant; or, of an email that was given up, the one that its person has now. */
export type Found = { person: KnownPerson } | { present: string };

/** A user, present or past, with all that they were known by. */
type Known = {
  id: number;
  /** The present email; null of who was deleted. */
  present: string | null;
  /** Their emails, each with the last entry of the history that has it. */
  emails: Map<string, number>;
  identities: Identity[];
};

/**
 * Who is meant by an email or, as `user:3`, by a number. By an email: the user who has it, else who had it
 * last, else who is only on the approved list. People are told apart by the identity provider's own name for
 * them: whoever had the email before and had another name there is somebody else. Null for what is not known at all.
 */
export function findPerson(db: Database, who: string): Found | null {
  const people = readPeople(db);
  const [, number] = /^user:(\d{1,15})$/.exec(who) ?? [];
  const meant = number === undefined ? holderOf(people, who) : people.get(Number(number));
  if (meant === undefined) {
    if (!isNamed(db, who)) return null;
    return { person: { ids: [], email: who, emails: [who], others: [] } };
  }
  const all = [...people.values()];
  const live = meant.present === null ? all.find((one) => isSameNow(one, meant)) : meant;
  const isMeantSo = who === live?.present || (number !== undefined && live === meant);
  if (live !== undefined && !isMeantSo) return { present: live.present ?? '' };
  const group = withEarlier(meant, all);
  const others = all.filter((one) => !group.includes(one));
  const taken = new Set(others.map(({ present }) => present));
  const email = meant.present ?? lastOf(meant);
  const emails = [...new Set([email, ...group.flatMap((one) => [...one.emails.keys()])])];
  return {
    person: {
      ids: group.map(({ id }) => id).sort((a, b) => a - b),
      email,
      emails: emails.filter((one) => !taken.has(one)),
      others: others.filter(({ emails }) => emails.has(email)).map(({ id }) => id),
    },
  };
}

type Entry = { id: number; recordId: number; before: string | null; after: string | null };

/** Everybody who is or was a user, as far as the history goes back. */
function readPeople({ $client }: Database): Map<number, Known> {
  const people = new Map<number, Known>();
  const note = (id: number, json: string | null, entry: number): Known => {
    const known: Known = people.get(id) ?? {
      id,
      present: null,
      emails: new Map<string, number>(),
      identities: [],
    };
    people.set(id, known);
    const { email, issuer, subject } = JSON.parse(json ?? '{}') as Record<string, unknown>;
    if (typeof email === 'string') known.emails.set(email, entry);
    const isIdentity = typeof issuer === 'string' && typeof subject === 'string';
    if (isIdentity) known.identities.push({ issuer, subject });
    return known;
  };
  const entries = $client.prepare<[], Entry>(
    `select id, record_id as recordId, before, after from history_entries where kind = 'user' order by id`,
  );
  for (const { id, recordId, before, after } of entries.all()) {
    note(recordId, before, id);
    note(recordId, after, id);
  }
  const users = $client.prepare<[], { id: number; email: string; json: string }>(
    `select id, email, json_object('email', email, 'issuer', issuer, 'subject', subject) as json from users`,
  );
  for (const { id, email, json } of users.all()) note(id, json, Infinity).present = email;
  // Of who was removed there is nothing left but a number.
  for (const { id, emails } of [...people.values()]) if (emails.size === 0) people.delete(id);
  return people;
}

function holderOf(people: Map<number, Known>, email: string): Known | undefined {
  const last = ({ present, emails }: Known) => (present === email ? Infinity : emails.get(email));
  const holders = [...people.values()].filter(({ emails }) => emails.has(email));
  return holders.sort((a, b) => (last(b) ?? 0) - (last(a) ?? 0))[0];
}

const lastOf = ({ emails }: Known): string =>
  [...emails].sort(([, a], [, b]) => b - a).map(([email]) => email)[0] ?? '';

/** A user, and the deleted ones that were the same person: the newest first, since an email goes on from hand to hand. */
function withEarlier(meant: Known, all: Known[]): Known[] {
  const group = [meant];
  const earlier = all.filter(({ present }) => present === null).sort((a, b) => b.id - a.id);
  const taken = new Set(all.filter((one) => one !== meant).map(({ present }) => present));
  const sharesEmail = (one: Known, other: Known) =>
    [...one.emails.keys()].some((email) => !taken.has(email) && other.emails.has(email));
  // The group grows while this loop runs, so people who are found on the way are looked at, too.
  for (const one of group) {
    for (const other of earlier) {
      if (group.includes(other)) continue;
      const isOther = group.some((member) => isAnother(member, other));
      if (isSame(one, other) || (sharesEmail(one, other) && !isOther)) group.push(other);
    }
  }
  return group;
}

/** Whether the same provider has the same name for both. */
const isSame = (one: Known, other: Known) =>
  one.identities.some(({ issuer, subject }) =>
    other.identities.some((its) => its.issuer === issuer && its.subject === subject),
  );

const isSameNow = (one: Known, other: Known) => one.present !== null && isSame(one, other);

/** Whether the same provider has different names for them. */
const isAnother = (one: Known, other: Known) =>
  !isSame(one, other) &&
  one.identities.some(({ issuer }) => other.identities.some((its) => its.issuer === issuer));

/** Whether an email that no user has or had is known all the same. */
function isNamed({ $client }: Database, email: string): boolean {
  const named = $client.prepare(
    `select 1 from approved_emails where email = ?
     union all select 1 from sign_in_links where email = ?
     union all select 1 from history_entries
       where kind in ('approved-email', 'sign-in') and (before ->> 'email' = ? or after ->> 'email' = ?)
     limit 1`,
  );
  return named.get(email, email, email, email) !== undefined;
}
