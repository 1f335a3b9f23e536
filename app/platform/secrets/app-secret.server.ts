import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '#db/soundness.server.ts';
import { makeOwnFolder, ownFile, renameDurably } from '#db/own-files.server.ts';
import type { Config } from '../env.server.ts';
import { StartRefusal } from '../command.ts';

/** The name of the key file in the data folder. */
export const KEY_FILE = 'app-secret';

/** 32 random bytes, as base64url writes them. */
const KEY = /^[\w-]{43}$/;

/**
 * The secrets that a cookie may be signed with, the present one first: while a key is being changed,
 * what the former one has signed still counts.
 */
export function secretsOf(services: {
  appSecret: string;
  config: Pick<Config, 'formerSecret'>;
}): string[] {
  const { formerSecret } = services.config;
  return formerSecret === null ? [services.appSecret] : [services.appSecret, formerSecret];
}

/**
 * The secret that signs cookies and seals stored secrets: from the configuration, else from the
 * data folder, where the first start writes it, readable by its owner alone. Throws StartRefusal
 * for a file that does not hold a whole key.
 */
export function loadAppSecret(config: Pick<Config, 'appSecret' | 'dataDir'>): string {
  if (config.appSecret) return config.appSecret;
  makeOwnFolder(config.dataDir);
  const file = join(config.dataDir, KEY_FILE);
  if (existsSync(file)) ownFile(file);
  else writeNew(file, randomBytes(32).toString('base64url'));
  return readKey(file);
}

function readKey(file: string): string {
  const key = readText(file).trim();
  if (KEY.test(key)) return key;
  const fault =
    key === ''
      ? 'is empty'
      : key.length < 43
        ? `is cut short, to ${key.length} characters`
        : 'holds something else';
  throw new StartRefusal(
    `The key file ${file} should hold 43 characters, but ${fault}. Put its copy back; if there is none, delete the file: the next start makes a new key, everybody signs in again, and what is connected has to be connected again.`,
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartRefusal(
      `The key file ${file} cannot be read (${codeOf(error)}). Let the user whom the server runs as own and read it.`,
    );
  }
}

/** Writes the key, whole or not at all, and waits until file and folder are on the disk. */
function writeNew(file: string, key: string): void {
  const unfinished = `${file}.new`;
  const descriptor = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(descriptor, `${key}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameDurably(unfinished, file);
}
