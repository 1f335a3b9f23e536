import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { settings } from '#db/schema.ts';
import type { Database } from '#db/connection.server.ts';
import { seal, unseal } from './sealed.server.ts';

/** What people decide in Settings, by name. */
export type SettingName =
  | 'todoist.token'
  | 'todoist.schedule'
  | 'ai.key'
  | 'ai.prompt'
  | 'invoices.template'
  | 'installation.id';

/** Where settings are kept: the database, or a transaction on it. */
export type SettingsStore = { db: Pick<Database, 'select' | 'insert' | 'delete'> };
type SecretStore = SettingsStore & { appSecret: string };

/** A setting; null when nobody decided it. */
export function readSetting({ db }: SettingsStore, name: SettingName): string | null {
  const row = db.select().from(settings).where(eq(settings.name, name)).get();
  return row?.value ?? null;
}

/** Decides a setting; with null, nobody decided it. */
export function writeSetting({ db }: SettingsStore, name: SettingName, value: string | null): void {
  if (value === null) {
    db.delete(settings).where(eq(settings.name, name)).run();
    return;
  }
  db.insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}

/** A secret setting, opened; null when there is none, or none that this APP_SECRET opens. */
export function readSecret(store: SecretStore, name: SettingName): string | null {
  const stored = readSetting(store, name);
  return stored === null ? null : unseal(store.appSecret, name, stored);
}

/** Seals and stores a secret setting; with null it is forgotten. */
export function writeSecret(store: SecretStore, name: SettingName, secret: string | null): void {
  writeSetting(store, name, secret === null ? null : seal(store.appSecret, name, secret));
}

/**
 * Another text after every save of one of these settings, also of the same secret again. Nothing can
 * be learnt from it. A form that was saved begins anew with it.
 */
export function settingsVersion(store: SettingsStore, ...names: SettingName[]): string {
  const stored = JSON.stringify(names.map((name) => readSetting(store, name)));
  return createHash('sha256').update(stored).digest('base64url').slice(0, 12);
}

/**
 * A random id of this installation, made at its first use: what other services keep for us can
 * be told from what they keep for another installation. 16 characters.
 */
export function installationId(store: SettingsStore): string {
  store.db
    .insert(settings)
    .values({ name: 'installation.id', value: randomBytes(8).toString('hex') })
    .onConflictDoNothing()
    .run();
  const id = readSetting(store, 'installation.id');
  if (id === null) throw new Error('The id of the installation could not be stored.');
  return id;
}
