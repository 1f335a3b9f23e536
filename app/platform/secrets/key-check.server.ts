import { conflict } from '../../lib/errors.ts';
import { seal, unseal } from './sealed.server.ts';
import { readSetting, writeSetting, type SettingsStore } from '../settings-store.server.ts';

/** A stored secret as it is sealed, and the purpose it was sealed for. */
export type SealedValue = { purpose: string; sealed: string };

type KeyStore = SettingsStore & { appSecret: string };

const CHECK = 'key.check';
const WORD = 'sealed with this key';

/**
 * Whether the present key is the one that the stored secrets are sealed with. A value in the
 * database tells, which is made with the first key. It follows the key where no secret depends on
 * another one; `isNew` then says that the key has changed without harm. To be called at the start.
 */
export function checkKey(
  store: KeyStore,
  sealed: SealedValue[],
): { isOwn: boolean; isNew: boolean } {
  const check = readSetting(store, CHECK);
  if (check !== null && unseal(store.appSecret, CHECK, check) === WORD) {
    return { isOwn: true, isNew: false };
  }
  const isOwn = sealed.every(
    ({ purpose, sealed: value }) => unseal(store.appSecret, purpose, value) !== null,
  );
  // Without any value, an older version's secrets under another key would look like ours.
  writeSetting(store, CHECK, isOwn ? seal(store.appSecret, CHECK, WORD) : (check ?? 'unknown'));
  return { isOwn, isNew: check !== null };
}

/** Whether the present key is the one that the stored secrets are sealed with. */
export function hasOwnKey(store: KeyStore): boolean {
  const check = readSetting(store, CHECK);
  return check === null || unseal(store.appSecret, CHECK, check) === WORD;
}

/**
 * Must be called before a secret is stored or removed, so that nothing sealed with another key is
 * lost by accident. Throws 409 while the server runs with another key.
 */
export function requireOwnKey(store: KeyStore): void {
  if (!hasOwnKey(store)) throw conflict(OTHER_KEY);
}

/** Makes the present key the one that counts; the secrets of the other one must be gone. */
export function adoptKey(store: KeyStore): void {
  writeSetting(store, CHECK, seal(store.appSecret, CHECK, WORD));
}

/** Why a stored secret can be neither read nor replaced. */
const OTHER_KEY =
  'The server runs with another key than the one this was encrypted with, so no changes were made. Whoever runs the server should restore the key; if it is lost, Settings says how to begin with the new one.';

/** A place in the database that holds secrets, as a change of the key must know of it. */
export type SecretStore = {
  /** What is kept there, for people: `The Todoist token`. Empty where nothing is. */
  names: () => string[];
  /** The stored secrets as they are sealed, whatever the key. */
  sealed: () => SealedValue[];
  /** Seals each anew, by its purpose and as it was sealed. Part of the caller's transaction. */
  reseal: (resealed: (purpose: string, sealed: string) => string) => void;
  /** Deletes them, and what is nothing without them. Part of the caller's transaction. */
  forget: () => void;
};
