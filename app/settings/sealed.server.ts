import { write } from '#db/connection.server.ts';
import { xeroConnections, xeroOrganisations } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { conflict } from '../lib/errors.ts';
import { adoptKey, hasOwnKey, type SealedValue } from '../platform/secrets/key-check.server.ts';
import { readSetting, SECRET_SETTINGS, writeSetting } from '../platform/settings-store.server.ts';
import { findConnection, sealedTokens } from '../xero/connection/tokens.server.ts';

type Store = Pick<Services, 'db' | 'appSecret'>;

const NAMES = { 'todoist.token': 'The Todoist token', 'ai.key': 'The AI key' };

/** Everything in the database that is sealed, whatever the key. */
export function sealedValues(store: Pick<Services, 'db'>): SealedValue[] {
  const settings = SECRET_SETTINGS.flatMap((name) => {
    const sealed = readSetting(store, name);
    return sealed === null ? [] : [{ purpose: name, sealed }];
  });
  return [...settings, ...sealedTokens(store)];
}

/** What another key than the server's has sealed, in words; null when the server has its own key. */
export function sealedWithOtherKey(store: Store): string[] | null {
  if (hasOwnKey(store)) return null;
  const names = SECRET_SETTINGS.filter((name) => readSetting(store, name) !== null);
  const connection = findConnection(store) === null ? [] : ['The connection to Xero'];
  return [...names.map((name) => NAMES[name]), ...connection];
}

/**
 * Deletes what another key has sealed, and makes the present key the one that counts. Throws 409
 * when the present key is the right one already.
 */
export function beginWithNewKey(services: Store & Pick<Services, 'logger'>): void {
  const { db, logger } = services;
  write(db, () => {
    if (hasOwnKey(services)) throw conflict('The server has the right key. Nothing was changed.');
    for (const name of SECRET_SETTINGS) writeSetting(services, name, null);
    db.delete(xeroConnections).run();
    db.update(xeroOrganisations).set({ connectionId: null }).run();
    adoptKey(services);
  });
  logger.warn({ event: 'removed' }, 'What the other key had sealed was deleted');
}
