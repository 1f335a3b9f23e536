import { prepared, write } from '#db/connection.server.ts';
import { actingAs } from '#db/history/acting.server.ts';
import { recordAct } from '#db/history/record-changes.server.ts';
import type { Services } from '../../context.server.ts';

type TrailServices = Pick<Services, 'db' | 'clock'>;

/** How many entries about sign-ins an hour may have before refusals are left to the log. */
const MOST_AN_HOUR = 1_000;
const HOUR = 60 * 60 * 1000;

const LATELY = `select count(*) as n from (
  select 1 from history_entries indexed by history_entries_kind
  where kind = 'sign-in' and at > ? limit ${MOST_AN_HOUR})`;

/** What the history says of somebody who signed in or out, or was refused. */
type About = {
  device?: string;
  address?: string;
  email?: string;
  reason?: string;
  with?: string;
  /** Of a passkey. */
  name?: string;
};

/** Notes in the history that the present person has signed in or out, or has other passkeys. */
export function noteSignIn(
  { db }: Pick<TrailServices, 'db'>,
  action:
    'signed in' | 'signed out' | 'signed out everywhere' | 'passkey added' | 'passkey removed',
  after: About,
): void {
  write(db, () => {
    recordAct(db.$client, { kind: 'sign-in', action, after });
  });
}

/**
 * Notes in the history that somebody was refused. Strangers can be refused as often as they like, so
 * beyond a thousand entries an hour only the log has it.
 */
export function noteRefusal({ db, clock }: TrailServices, after: About): void {
  const note = () => {
    const { n } = prepared<{ n: number }>(db, LATELY).get(clock().getTime() - HOUR) ?? { n: 0 };
    if (n < MOST_AN_HOUR) {
      recordAct(db.$client, { kind: 'sign-in', action: 'refused', after });
    }
  };
  actingAs({ userId: null, name: 'a visitor' }, () => {
    write(db, note);
  });
}
