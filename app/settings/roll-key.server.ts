import { write } from '#db/connection.server.ts';
import { actingAs } from '#db/history/acting.server.ts';
import type { Services } from '../context.server.ts';
import { adoptKey, checkKey, hasOwnKey } from '../platform/secrets/key-check.server.ts';
import { seal, unseal } from '../platform/secrets/sealed.server.ts';
import { conflict } from '../lib/errors.ts';

type RollServices = Pick<Services, 'db' | 'appSecret' | 'secretStores' | 'config' | 'logger'>;

/**
 * Seals anew, with the present key, what the former one has sealed (APP_SECRET_PREVIOUS): all of it, or
 * nothing where a value opens with neither. Does nothing when the present key has sealed it already.
 */
export function rollKey(services: RollServices): void {
  const { db, appSecret, config, logger } = services;
  const { formerSecret } = config;
  if (formerSecret === null || formerSecret === appSecret || hasOwnKey(services)) return;
  const former = { db, appSecret: formerSecret };
  if (!hasOwnKey(former)) {
    logger.error('APP_SECRET_PREVIOUS is not the key that the stored secrets are sealed with.');
    return;
  }
  const resealed = (purpose: string, sealed: string) => {
    const secret = unseal(formerSecret, purpose, sealed);
    if (secret === null) throw new Error('A stored secret is sealed with neither key');
    return seal(appSecret, purpose, secret);
  };
  const roll = () =>
    write(db, () => {
      const { length } = sealedValues(services);
      for (const { reseal } of services.secretStores) reseal(resealed);
      adoptKey(services);
      return length;
    });
  const secrets = actingAs({ userId: null, name: 'change of the key' }, roll);
  logger.info({ event: 'sealed anew', secrets }, 'The stored secrets are sealed with the new key');
}

const sealedValues = ({ secretStores }: RollServices) =>
  secretStores.flatMap(({ sealed }) => sealed());

/** Tells the log and, through the check value, Settings of another key than the stored secrets'. */
export function noticeOtherKey(services: RollServices): void {
  const { isOwn, isNew } = checkKey(services, sealedValues(services));
  if (!isOwn) {
    services.logger.error(
      'APP_SECRET, or the key file, is another than the one that the stored secrets are sealed with. They are kept as they are: restore the first key, or see Settings.',
    );
  } else if (isNew) {
    services.logger.warn(
      'APP_SECRET, or the key file, has changed: everybody has to sign in again.',
    );
  }
}

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
    if (hasOwnKey(services)) throw conflict('The server has the right key. No changes were made.');
    for (const { forget } of services.secretStores) forget();
    adoptKey(services);
  });
  logger.warn({ event: 'removed' }, 'What the other key had sealed was deleted');
}
