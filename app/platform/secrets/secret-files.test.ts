import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../env.server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyhour-secrets-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function inFile(text: string): string {
  const file = join(folder, 'secret');
  writeFileSync(file, text);
  return file;
}

const SECRET = 'planted-secret-0123456789-0123456789';
const APPS = {
  ...{ OAUTH2_ISSUER: 'https://id.example.com', OAUTH2_CLIENT_ID: 'tallyhour' },
  XERO_CLIENT_ID: 'tallyhour-app',
};

test('every secret may stand in a file, with or without the end of its line', () => {
  for (const end of ['', '\n', '\r\n']) {
    const file = inFile(SECRET + end);
    const config = readConfig({
      ...APPS,
      APP_SECRET_FILE: file,
      APP_SECRET_PREVIOUS_FILE: file,
      OAUTH2_CLIENT_SECRET_FILE: file,
      XERO_CLIENT_SECRET_FILE: file,
      XERO_WEBHOOK_KEY_FILE: file,
      METRICS_TOKEN_FILE: file,
    });
    expect([
      config.appSecret,
      config.formerSecret,
      config.identityProvider?.clientSecret,
      config.xero?.clientSecret,
      config.xeroWebhookKey,
      config.metricsToken,
    ]).toEqual(Array(6).fill(SECRET));
  }
  // Blanks may belong to it, and a second line does.
  expect(readConfig({ APP_SECRET_FILE: inFile(`${SECRET} \n\n`) }).appSecret).toBe(`${SECRET} \n`);
  expect(readConfig({ APP_SECRET_FILE: '', APP_SECRET: SECRET }).appSecret).toBe(SECRET);
});

test('both, and a file that cannot be read, are named at the start without what is in them', () => {
  const said = (environment: Record<string, string>) => {
    try {
      readConfig(environment);
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return 'taken';
  };
  const file = inFile(SECRET);
  expect(said({ APP_SECRET: SECRET, APP_SECRET_FILE: file })).toBe(
    'APP_SECRET and APP_SECRET_FILE are both set: keep one of them.',
  );
  const rule =
    'METRICS_TOKEN_FILE should name a file that the server can read, with the secret in it';
  const missing = join(folder, 'missing');
  expect(said({ METRICS_TOKEN_FILE: missing })).toBe(
    `${rule}, but ${JSON.stringify(missing)} cannot be read (ENOENT).`,
  );
  mkdirSync(missing);
  expect(said({ METRICS_TOKEN_FILE: missing })).toContain('cannot be read (EISDIR)');
  expect(said({ METRICS_TOKEN_FILE: inFile('\n') })).toBe(
    `${rule}, but ${JSON.stringify(file)} is empty.`,
  );
  const short = said({ APP_SECRET_FILE: inFile('planted') });
  expect(short).toContain('APP_SECRET should be at least 32 characters');
  expect(short).not.toContain('planted');
  // What is no secret has no file.
  expect(readConfig({ TIME_ZONE_FILE: missing }).timeZone).toBe('Europe/London');
});
