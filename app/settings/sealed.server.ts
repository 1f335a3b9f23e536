import { write } from '#db/connection.server.ts';
import type { Services } from '../context.server.ts';
import { conflict } from '../lib/errors.ts';
import { adoptKey, hasOwnKey } from '../platform/secrets/key-check.server.ts';

type Store = Pick<Services, 'db' | 'appSecret' | 'secretStores'>;

/** What another key than the server's has sealed, in words; null when the server has its own key. */
export function sealedWithOtherKey(services: Store): string[] | null {
  return hasOwnKey(services) ? null : services.secretStores.flatMap(({ names }) => names());
}

/**
 * Deletes what another key has sealed, and makes the present key the one that counts. Throws 409
 * when the present key is the right one already.
 */
export function beginWithNewKey(services: Store & Pick<Services, 'logger'>): void {
  const { db, logger } = services;
  write(db, () => {
    if (hasOwnKey(services)) throw conflict('The server has the right key. Nothing was changed.');
    for (const { forget } of services.secretStores) forget();
    adoptKey(services);
  });
  logger.warn({ event: 'removed' }, 'What the other key had sealed was deleted');
}
