import { prepared, write } from '#db/connection.server.ts';
import { actingAs } from '#db/history/acting.server.ts';
import { recordAct } from '#db/history/record-changes.server.ts';
import type { Services } from '../../context.server.ts';

type TrailServices = Pick<Services, 'db' | 'clock'>;

/** How many refusals of an hour the history has before further ones are left to the log. */
const MOST_AN_HOUR = 60;
const HOUR = 60 * 60 * 1000;

const LATELY = `select count(*) as n, total(after = ?) as same from (
  select after from history_entries indexed by history_entries_kind
  where kind = 'sign-in' and at > ? and action = 'refused' limit ${MOST_AN_HOUR})`;

type About = {
  device?: string;
  address?: string;
  email?: string;
  reason?: string;
  with?: string;
  /** Of a passkey or a token. */
  name?: string;
};

/** Notes in the history that the present person has signed in or out, or has other passkeys. */
export function noteSignIn(
  { db }: Pick<TrailServices, 'db'>,
  action:
    | 'signed in'
    | 'signed out'
    | 'signed out everywhere'
    | 'passkey added'
    | 'passkey removed'
    | 'calendar address made'
    | 'calendar address ended'
    | 'token made'
    | 'token ended',
  after: About,
): void {
  write(db, () => {
    recordAct(db.$client, { kind: 'sign-in', action, after });
  });
}

/**
 * Notes in the history that somebody was refused. Strangers can be refused as often as they like, so the same refusal
 * is noted once an hour, and of all at most sixty an hour; the log has each.
 */
export function noteRefusal({ db, clock }: TrailServices, after: About): void {
  const lately = prepared<{ n: number; same: number }>(db, LATELY);
  const { n = 0, same = 0 } = lately.get(JSON.stringify(after), clock().getTime() - HOUR) ?? {};
  if (n >= MOST_AN_HOUR || same > 0) return;
  actingAs({ userId: null, name: 'a visitor' }, () => {
    write(db, () => {
      recordAct(db.$client, { kind: 'sign-in', action: 'refused', after });
    });
  });
}
