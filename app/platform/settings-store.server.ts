import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { settings } from '#db/schema.ts';
import { write, type Database } from '#db/connection.server.ts';
import { seal, unseal } from './secrets/sealed.server.ts';

/** The names of what is stored for Settings. */
export type SettingName =
  | 'todoist.token'
  | 'todoist.schedule'
  | 'todoist.people'
  | 'ai.key'
  | 'ai.prompt'
  | 'invoices.template'
  | 'key.check'
  | 'week.target'
  | 'installation.id'
  | 'restored.at'
  | 'served.origin'
  | 'clock.noted';

/** The settings that are sealed. */
export const SECRET_SETTINGS = ['todoist.token', 'ai.key'] as const;
type SecretName = (typeof SECRET_SETTINGS)[number];

/** Where settings are kept. */
export type SettingsStore = { db: Database };
type SecretStore = SettingsStore & { appSecret: string };

/** A setting; null when it is not set. */
export function readSetting({ db }: SettingsStore, name: SettingName): string | null {
  const row = db.select().from(settings).where(eq(settings.name, name)).get();
  return row?.value ?? null;
}

/** Stores a setting; null removes it. */
export function writeSetting({ db }: SettingsStore, name: SettingName, value: string | null): void {
  write(db, () => {
    if (value === null) db.delete(settings).where(eq(settings.name, name)).run();
    else {
      db.insert(settings)
        .values({ name, value })
        .onConflictDoUpdate({ target: settings.name, set: { value } })
        .run();
    }
  });
}

/** A secret setting, decrypted; null when it is not set, or this APP_SECRET cannot open it. */
export function readSecret(store: SecretStore, name: SecretName): string | null {
  const stored = readSetting(store, name);
  return stored === null ? null : unseal(store.appSecret, name, stored);
}

/** Seals and stores a secret setting; null removes it. */
export function writeSecret(store: SecretStore, name: SecretName, secret: string | null): void {
  writeSetting(store, name, secret === null ? null : seal(store.appSecret, name, secret));
}

/**
 * A hash of these settings as stored. It differs after every save of a secret, even of the same one,
 * and reveals nothing. Used as the key of a form, it empties the form after a save.
 */
export function settingsVersion(store: SettingsStore, ...names: SettingName[]): string {
  const stored = JSON.stringify(names.map((name) => readSetting(store, name)));
  return createHash('sha256').update(stored).digest('base64url').slice(0, 12);
}

/** Notes the address that the server has, for a command that prints links to it. */
export function noteServedOrigin(store: SettingsStore, origin: string): void {
  if (servedOrigin(store) !== origin) writeSetting(store, 'served.origin', origin);
}

/** The address that the server had at its last start; null where it has not started yet. */
export const servedOrigin = (store: SettingsStore): string | null =>
  readSetting(store, 'served.origin');

/**
 * A random id of this installation, 16 characters, made at its first use. It tells what other
 * services store for us from what they store for another installation.
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
