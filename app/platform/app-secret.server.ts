import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './env.server.ts';

/**
 * The secret that signs cookies and seals stored secrets: from the configuration, else from the
 * data folder, where the first start writes it, readable by its owner alone.
 */
export function loadAppSecret(config: Pick<Config, 'appSecret' | 'dataDir'>): string {
  if (config.appSecret) return config.appSecret;
  const file = join(config.dataDir, 'app-secret');
  mkdirSync(config.dataDir, { recursive: true });
  if (!existsSync(file)) writeNew(file, randomBytes(32).toString('base64url'));
  return readFileSync(file, 'utf8').trim();
}

/** Writes a new file; if another process has just made it, that file stays. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
