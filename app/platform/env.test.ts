import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './env.server.ts';

type Environment = Record<string, string | undefined>;

/** The one line with which an environment is refused. */
function refusal(environment: Environment): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('The environment was accepted.');
}

const PROVIDER = {
  OAUTH2_ISSUER: 'https://id.example.com',
  OAUTH2_CLIENT_ID: 'tallyhour',
  OAUTH2_CLIENT_SECRET: 'a-secret-of-the-provider',
};

describe('an empty environment', () => {
  test('gives the defaults', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      origin: 'http://localhost:3000',
      trustedProxies: ['127.0.0.0/8', '::1'],
      dataDir: './data',
      databaseFile: join('./data', 'database.sqlite'),
      appSecret: null,
      formerSecret: null,
      sessionIdleDays: 14,
      limits: { signIns: 60, ai: 600, imports: 600, exports: 600 },
      historyDays: null,
      approvedEmails: [],
      timeZone: 'Europe/London',
      authHeader: null,
      identityProvider: null,
      todoistApiUrl: 'https://api.todoist.com',
      xero: null,
      xeroApiUrl: 'https://api.xero.com',
      xeroIdentityUrl: 'https://identity.xero.com',
      xeroLoginUrl: 'https://login.xero.com',
      xeroInvoiceUrl: null,
      xeroWebhookKey: null,
      openAiBaseUrl: 'https://api.openai.com/v1',
      openAiModel: 'gpt-6-luna',
      aiTimeoutMs: 28_000,
      webhooksLocal: false,
      backups: 'daily',
      metricsToken: null,
    });
  });

  test('means the same as variables set to nothing', () => {
    const names = ['PORT', 'HOST', 'APP_ORIGIN', 'DATA_DIR', 'APP_SECRET', 'APPROVED_EMAILS'];
    const others = ['TIME_ZONE', ...Object.keys(PROVIDER)];
    const blank = Object.fromEntries([...names, ...others].map((name) => [name, '']));
    expect(readConfig(blank)).toEqual(readConfig({}));
  });

  test('may hold variables of other programs', () => {
    expect(readConfig({ PATH: '/usr/bin', LANG: 'C' })).toEqual(readConfig({}));
  });
});

describe('a full environment', () => {
  test('is taken as it is', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      APP_ORIGIN: 'https://time.example.com',
      TRUSTED_PROXIES: ' 172.16.0.0/12, ,FD00::/8,192.0.2.7,::ffff:10.0.0.1,',
      DATA_DIR: '/var/lib/tallyhour',
      APP_SECRET: 'x'.repeat(32),
      APPROVED_EMAILS: ' Alex@Example.com, ,robin@example.com,',
      TIME_ZONE: 'America/New_York',
      ...PROVIDER,
      XERO_CLIENT_ID: 'tallyhour-app',
      XERO_CLIENT_SECRET: 'a-secret-of-xero',
      XERO_API_URL: 'http://localhost:3003/',
      OPENAI_BASE_URL: 'http://localhost:11434/v1/',
      OPENAI_MODEL: 'llama3.2',
      AI_TIMEOUT: '120',
      WEBHOOKS_LOCAL: 'yes',
      BACKUPS: 'off',
    });
    expect(config).toEqual({
      port: 8080,
      host: '0.0.0.0',
      origin: 'https://time.example.com',
      trustedProxies: ['172.16.0.0/12', 'fd00::/8', '192.0.2.7', '::ffff:10.0.0.1'],
      dataDir: '/var/lib/tallyhour',
      databaseFile: '/var/lib/tallyhour/database.sqlite',
      appSecret: 'x'.repeat(32),
      formerSecret: null,
      sessionIdleDays: 14,
      limits: { signIns: 60, ai: 600, imports: 600, exports: 600 },
      historyDays: null,
      approvedEmails: ['alex@example.com', 'robin@example.com'],
      timeZone: 'America/New_York',
      authHeader: null,
      identityProvider: {
        issuer: 'https://id.example.com',
        clientId: 'tallyhour',
        clientSecret: 'a-secret-of-the-provider',
        hosts: [],
        trustsEmail: false,
        tokenAuth: null,
      },
      todoistApiUrl: 'https://api.todoist.com',
      xero: { clientId: 'tallyhour-app', clientSecret: 'a-secret-of-xero' },
      xeroApiUrl: 'http://localhost:3003',
      xeroIdentityUrl: 'https://identity.xero.com',
      xeroLoginUrl: 'https://login.xero.com',
      xeroInvoiceUrl: null,
      xeroWebhookKey: null,
      openAiBaseUrl: 'http://localhost:11434/v1',
      openAiModel: 'llama3.2',
      aiTimeoutMs: 120_000,
      webhooksLocal: true,
      backups: 'off',
      metricsToken: null,
    });
  });

  test('gets localhost and the port as its address, if none is given', () => {
    expect(readConfig({ PORT: '8080' }).origin).toBe('http://localhost:8080');
    expect(readConfig({ PORT: '80' }).origin).toBe('http://localhost');
  });

  test.each([
    ['https://time.example.com/', 'https://time.example.com'],
    ['http://192.168.1.20:3000', 'http://192.168.1.20:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://Time.Example.COM:443/', 'https://time.example.com'],
    ['HTTP://localhost:80', 'http://localhost'],
  ])('takes %s as an address', (given, origin) => {
    expect(readConfig({ APP_ORIGIN: given }).origin).toBe(origin);
  });

  test('names proxies as Express takes them', () => {
    const { trustedProxies } = readConfig({
      TRUSTED_PROXIES: '10.0.0.0/8,::ffff:10.0.0.1,fd00::/8',
    });
    const app = express().set('trust proxy', trustedProxies);
    const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
    const addresses = ['10.1.2.3', '::ffff:10.1.2.3', 'fd00::7', '127.0.0.1', '192.0.2.1'];
    expect(addresses.map((address) => trusts(address, 0))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test.each(['1', '65535'])('takes %s as a port', (given) => {
    expect(readConfig({ PORT: given }).port).toBe(Number(given));
  });
});

describe('.env.example', () => {
  const text = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');

  test('changes nothing as it is', () => {
    expect(parseEnv(text)).toEqual({});
  });

  test('has no line that is refused once its # is off, but for groups', () => {
    const lines = [...text.matchAll(/^# ([A-Z\d_]+)=(.+)$/gm)];
    expect(lines.length).toBeGreaterThan(20);
    for (const [, name = '', value] of lines) {
      const others = name.startsWith('OAUTH2_') ? PROVIDER : {};
      expect(() => readConfig({ ...others, [name]: value })).not.toThrow();
    }
  });
});

describe('a wrong value stops the start with one line that names the variable', () => {
  const PORT_RULE = 'PORT should be a whole number from 1 to 65535, but is';
  const ORIGIN_RULE =
    'APP_ORIGIN should be an http or https address without a path, such as https://time.example.com, but is';
  const EMAILS_RULE = 'APPROVED_EMAILS should be email addresses separated by commas, but is';
  const PROXIES_RULE =
    'TRUSTED_PROXIES should be IP addresses and ranges separated by commas, such as 172.16.0.0/12, but is';
  const ZONE_RULE = 'TIME_ZONE should be an IANA time zone, such as Europe/London, but is';
  const ISSUER_RULE =
    'OAUTH2_ISSUER should be the http or https address of an OpenID Connect provider, but is';

  test.each([
    ['PORT', 'http', `${PORT_RULE} "http".`],
    ['PORT', '0', `${PORT_RULE} "0".`],
    ['PORT', '65536', `${PORT_RULE} "65536".`],
    ['PORT', '-1', `${PORT_RULE} "-1".`],
    ['PORT', '3000.5', `${PORT_RULE} "3000.5".`],
    ['PORT', '3000\n', `${PORT_RULE} "3000\\n".`],
    ['APP_ORIGIN', 'time.example.com', `${ORIGIN_RULE} "time.example.com".`],
    ['APP_ORIGIN', 'https://example.com/time', `${ORIGIN_RULE} "https://example.com/time".`],
    ['APP_ORIGIN', 'ftp://example.com', `${ORIGIN_RULE} "ftp://example.com".`],
    ['APP_ORIGIN', 'https://example.com?a', `${ORIGIN_RULE} "https://example.com?a".`],
    ['APP_ORIGIN', 'https://example.com/#', `${ORIGIN_RULE} "https://example.com/#".`],
    ['APP_ORIGIN', 'https://alex:pass@example.com', `${ORIGIN_RULE} something else.`],
    [
      'OPENAI_BASE_URL',
      'https://ai.example.com/v1?version=2',
      'OPENAI_BASE_URL should be an http or https address, /v1 included, such as http://localhost:11434/v1, but is "https://ai.example.com/v1?version=2".',
    ],
    [
      'OPENAI_BASE_URL',
      'localhost:11434',
      'OPENAI_BASE_URL should be an http or https address, /v1 included, such as http://localhost:11434/v1, but is "localhost:11434".',
    ],
    [
      'APP_SECRET',
      'short',
      'APP_SECRET should be at least 32 characters, kept secret, but is something else.',
    ],
    ['APPROVED_EMAILS', 'alex', `${EMAILS_RULE} "alex".`],
    [
      'APPROVED_EMAILS',
      'a@example.com;b@example.com',
      `${EMAILS_RULE} "a@example.com;b@example.com".`,
    ],
    ...['0', '301', '1.5', '28s', '-1'].map((value) => [
      'AI_TIMEOUT',
      value,
      `AI_TIMEOUT should be a whole number of seconds from 1 to 300, but is "${value}".`,
    ]),
    ...[
      'https://go.xero.com/view',
      'https://go.xero.com/view/{InvoiceId}',
      'https://go.xero.com/{Tenant}/{InvoiceID}',
      'https://go.xero.com/a b/{InvoiceID}',
      'https://{ShortCode}.xero.com/{InvoiceID}',
      'https://{InvoiceID}/',
      'go.xero.com/{InvoiceID}',
      'javascript:alert({InvoiceID})',
    ].map((given) => [
      'XERO_INVOICE_URL',
      given,
      `XERO_INVOICE_URL should be an address with {InvoiceID} after its host, such as https://go.xero.com/app/{ShortCode}/invoicing/view/{InvoiceID}, but is "${given}".`,
    ]),
    ['WEBHOOKS_LOCAL', 'true', 'WEBHOOKS_LOCAL should be yes or no, but is "true".'],
    ['BACKUPS', 'weekly', 'BACKUPS should be daily or off, but is "weekly".'],
    [
      'AUTH_HEADER',
      'Remote Email',
      'AUTH_HEADER should be the name of a header, such as Remote-Email, but is "Remote Email".',
    ],
    ['OAUTH2_TRUST_EMAIL', 'true', 'OAUTH2_TRUST_EMAIL should be yes or no, but is "true".'],
    ['OAUTH2_TRUST_EMAIL', 'Yes', 'OAUTH2_TRUST_EMAIL should be yes or no, but is "Yes".'],
    ...[
      'caddy',
      '10.0.0.0/33',
      '10.0.0.0/0',
      '10.0.0/8',
      '10.0.0.0/255.0.0.0',
      '::1/129',
      'fe80::1%eth0',
      '127.0.0.1;10.0.0.1',
      '127.0.0.1, all',
    ].map((given) => ['TRUSTED_PROXIES', given, `${PROXIES_RULE} "${given}".`]),
    ['TIME_ZONE', 'London', `${ZONE_RULE} "London".`],
    ['TIME_ZONE', 'Europe/Atlantis', `${ZONE_RULE} "Europe/Atlantis".`],
    ['OAUTH2_ISSUER', 'id.example.com', `${ISSUER_RULE} "id.example.com".`],
    ['OAUTH2_ISSUER', 'mailto:a@example.com', `${ISSUER_RULE} "mailto:a@example.com".`],
    [
      'OAUTH2_ISSUER',
      'https://id.example.com/?realm=a',
      `${ISSUER_RULE} "https://id.example.com/?realm=a".`,
    ],
    ['OAUTH2_ISSUER', 'https://id.example.com ', `${ISSUER_RULE} "https://id.example.com ".`],
  ])('%s=%j', (name, value, line) => {
    const rest = name.startsWith('OAUTH2_') ? PROVIDER : {};
    expect(refusal({ ...rest, [name]: value })).toBe(line);
  });

  test.each(Object.keys(PROVIDER))('%s alone is not enough, nor are the other two', (name) => {
    const together = 'OAUTH2_ISSUER, OAUTH2_CLIENT_ID and OAUTH2_CLIENT_SECRET go together';
    const first = Object.keys(PROVIDER).find((other) => other !== name);
    const alone = Object.fromEntries(Object.entries(PROVIDER).filter(([key]) => key === name));
    expect(refusal(alone)).toBe(`${first} should be set: ${together}, but it is missing.`);
    expect(refusal({ ...PROVIDER, [name]: '' })).toBe(
      `${name} should be set: ${together}, but it is missing.`,
    );
  });

  test.each(['XERO_CLIENT_ID', 'XERO_CLIENT_SECRET'])('%s alone is not enough', (name) => {
    const other = name === 'XERO_CLIENT_ID' ? 'XERO_CLIENT_SECRET' : 'XERO_CLIENT_ID';
    expect(refusal({ [name]: 'something' })).toBe(
      `${other} should be set: XERO_CLIENT_ID and XERO_CLIENT_SECRET go together, but it is missing.`,
    );
  });

  test('a secret is never in the line, whatever is wrong', () => {
    const secrets = { APP_SECRET: 'too-short', OAUTH2_CLIENT_SECRET: 'provider-secret' };
    const lines = [
      refusal(secrets),
      refusal({ ...secrets, APP_SECRET: 'planted-but-long-enough-'.repeat(2) }),
      refusal({ ...PROVIDER, ...secrets, APP_SECRET: undefined, PORT: 'http' }),
    ];
    for (const line of lines) {
      expect(line).not.toMatch(/too-short|planted|provider-secret/);
      expect(line).not.toContain('\n');
    }
  });
});
