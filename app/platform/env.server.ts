import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import {
  IDENTITY_HOSTS,
  OPENAI_BASE_URL,
  TODOIST_API_URL,
  XERO_API_URL,
  XERO_IDENTITY_URL,
  XERO_LOGIN_URL,
} from './outside-addresses.ts';
import { withSecretFiles } from './secrets/secret-files.server.ts';

/** The OpenID Connect provider that people sign in with. */
export type IdentityProviderConfig = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The hosts, besides the issuer's own, that its answers may send us to. */
  hosts: string[];
  /** Whether an email counts also where the provider says that it is not verified. */
  trustsEmail: boolean;
  /** How the token endpoint is shown the client's secret; null: as discovery says. */
  tokenAuth: 'basic' | 'post' | null;
};

/** The app registered with Xero. */
export type XeroConfig = { clientId: string; clientSecret: string };

const BACKUPS = ['daily', 'off'] as const;

/** A wrong configuration; its message is the one line for the operator. */
export class ConfigError extends Error {}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A web address, none of whose parts would be lost or stand in the midst of those made from it; else null. */
function readAddress(text: string): URL | null {
  if (/[\s?#]/.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isRight = /^https?:$/.test(url.protocol) && url.username + url.password === '';
  return isRight ? url : null;
}

const isAddress = (text: string) => readAddress(text) !== null;
const isOrigin = (text: string) => readAddress(text)?.pathname === '/';
/** As a browser writes it: in small letters, without the usual port. */
const toOrigin = (text: string) => new URL(text).origin;

/** Whether a text is the address of an invoice's page, with a place for its id behind the host. */
function isInvoiceUrl(text: string): boolean {
  const filled = text.replace(/\{(InvoiceID|ShortCode)\}/g, 'x');
  const hasPlace = /^https?:\/\/[^/?#@{]+\/.*\{InvoiceID\}/i.test(text);
  return hasPlace && !/[\s{}]/.test(filled) && URL.canParse(filled);
}

/** Whether a text is an IP address, or a range such as `172.16.0.0/12` or `fd00::/8`. */
function isAddressOrRange(text: string): boolean {
  const [, address = '', bits] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return most > 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= most));
}

/** A list with commas, each part of which must be right. */
function listOf(isRight: (part: string) => boolean, rule: string) {
  return z.string().transform((text, context) => {
    const parts = text
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter(Boolean);
    if (parts.every(isRight)) return parts;
    context.addIssue({ code: 'custom', message: rule });
    return z.NEVER;
  });
}

const emailList = listOf(
  (email) => z.email().safeParse(email).success,
  'email addresses separated by commas',
);
const LOOPBACK = ['127.0.0.0/8', '::1'];
const proxyList = listOf(
  isAddressOrRange,
  'IP addresses and ranges separated by commas, such as 172.16.0.0/12',
).transform((proxies) => (proxies.length > 0 ? proxies : LOOPBACK));

const hostList = listOf(
  (host) => /^[a-z\d.-]+(:\d{1,5})?$/.test(host),
  'host names separated by commas, such as oauth2.example.com',
);

/** A whole number in a range, with the value where none is given. */
const wholeNumber = (least: number, most: number, rule: string) =>
  z
    .string()
    .regex(/^\d{1,7}$/, rule)
    .transform(Number)
    .refine((value) => value >= least && value <= most, rule);
const perMinute = (usual: number) =>
  wholeNumber(0, 1_000_000, 'a whole number from 0 (no limit) to 1000000').default(usual);

const PORT_RULE = 'a whole number from 1 to 65535';
const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_RULE)
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65535, PORT_RULE);

/**
 * The address of an outside service, without a path; tests and the demo set their stand-ins here.
 */
function originOf(own: string) {
  return z
    .string()
    .refine(isOrigin, 'an http or https address without a path')
    .transform(toOrigin)
    .default(own);
}

const EnvironmentSchema = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  APP_ORIGIN: z
    .string()
    .refine(isOrigin, 'an http or https address without a path, such as https://time.example.com')
    .transform(toOrigin)
    .optional(),
  TRUSTED_PROXIES: proxyList.default(LOOPBACK),
  DATA_DIR: z.string().min(1).default('./data'),
  APP_SECRET: z.string().min(32, 'at least 32 characters, kept secret').optional(),
  APP_SECRET_PREVIOUS: z.string().min(32, 'at least 32 characters, kept secret').optional(),
  SESSION_IDLE_DAYS: wholeNumber(1, 30, 'a whole number of days from 1 to 30').default(14),
  SIGN_INS_PER_MINUTE: perMinute(60),
  AI_CALLS_PER_MINUTE: perMinute(600),
  IMPORTS_PER_MINUTE: perMinute(600),
  EXPORTS_PER_MINUTE: perMinute(600),
  HISTORY_DAYS: wholeNumber(30, 36_500, 'a whole number of days from 30 to 36500').optional(),
  APPROVED_EMAILS: emailList.default([]),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'an IANA time zone, such as Europe/London')
    .default('Europe/London'),
  AUTH_HEADER: z
    .string()
    .regex(/^[a-z\d-]{1,100}$/i, 'the name of a header, such as Remote-Email')
    .transform((name) => name.toLowerCase())
    .optional(),
  OAUTH2_ISSUER: z
    .string()
    .refine(isAddress, 'the http or https address of an OpenID Connect provider')
    .optional(),
  OAUTH2_CLIENT_ID: z.string().optional(),
  OAUTH2_CLIENT_SECRET: z.string().optional(),
  OAUTH2_HOSTS: hostList.default([]),
  OAUTH2_TRUST_EMAIL: z.enum(['yes', 'no'], 'yes or no').default('no'),
  OAUTH2_TOKEN_AUTH: z.enum(['basic', 'post'], 'basic or post').optional(),
  TODOIST_API_URL: originOf(TODOIST_API_URL),
  XERO_CLIENT_ID: z.string().optional(),
  XERO_CLIENT_SECRET: z.string().optional(),
  XERO_API_URL: originOf(XERO_API_URL),
  XERO_IDENTITY_URL: originOf(XERO_IDENTITY_URL),
  XERO_LOGIN_URL: originOf(XERO_LOGIN_URL),
  XERO_INVOICE_URL: z
    .string()
    .refine(
      isInvoiceUrl,
      'an address with {InvoiceID} after its host, such as https://go.xero.com/app/{ShortCode}/invoicing/view/{InvoiceID}',
    )
    .optional(),
  XERO_WEBHOOK_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'the key that Xero shows for the webhooks of your app')
    .optional(),
  OPENAI_BASE_URL: z
    .string()
    .refine(isAddress, 'an http or https address, /v1 included, such as http://localhost:11434/v1')
    .transform((address) => address.replace(/\/+$/, ''))
    .default(OPENAI_BASE_URL),
  AI_TIMEOUT: wholeNumber(1, 300, 'a whole number of seconds from 1 to 300').default(28),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'printable characters without a space')
    .optional(),
  WEBHOOKS_LOCAL: z.enum(['yes', 'no'], 'yes or no').default('no'),
  OPENAI_MODEL: z.string().trim().min(1).max(200).default('gpt-6-luna'),
  BACKUPS: z.enum(BACKUPS, 'daily or off').default('daily'),
});

type Environment = z.output<typeof EnvironmentSchema>;

/** The variables that hold secrets. Each may stand in a file instead, which the variable with `_FILE` names. */
const SECRETS = Object.keys(EnvironmentSchema.shape).filter((name) =>
  /(SECRET|TOKEN|KEY)(_PREVIOUS)?$/.test(name),
);

/** A given value for an error message; never a secret. */
function shown(name: string, value: string | undefined): string {
  if (value === undefined) return 'missing';
  const isSecret = SECRETS.includes(name) || /:\/\/[^/]*@/.test(value);
  return isSecret ? 'something else' : JSON.stringify(value);
}

/**
 * Reads the configuration. Empty variables count as unset; a secret may stand in a file.
 * Throws ConfigError, or StartRefusal for a secret's file, with one line that names the variable and what it should be.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = withSecretFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
    SECRETS,
  );
  const parsed = EnvironmentSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'The environment');
    throw new ConfigError(
      `${name} should be ${issue?.message ?? 'different'}, but is ${shown(name, given[name])}.`,
    );
  }
  return toConfig(parsed.data);
}

/**
 * What the operator configures, read once from the environment (docs/operating.md).
 * A wrong value stops the start with one line that names the variable.
 */
export type Config = ReturnType<typeof toConfig>;

function toConfig(env: Environment) {
  return {
    port: env.PORT,
    host: env.HOST,
    /** The public address, without a trailing slash; every absolute URL is built from it. */
    origin: env.APP_ORIGIN ?? toOrigin(`http://localhost:${env.PORT}`),
    /** Addresses and ranges of the proxies that may tell a visitor's address. */
    trustedProxies: env.TRUSTED_PROXIES,
    /** The folder with all data: the only one that must be backed up. */
    dataDir: env.DATA_DIR,
    databaseFile: join(env.DATA_DIR, 'database.sqlite'),
    /** Null: the first start makes a secret and keeps it in the data folder. */
    appSecret: env.APP_SECRET ?? null,
    /** The secret before it, while it is being changed: what it signed counts, what it sealed is sealed anew. */
    formerSecret: env.APP_SECRET_PREVIOUS ?? null,
    /** A session that nobody used for this many days ends. */
    sessionIdleDays: env.SESSION_IDLE_DAYS,
    /** How often a minute a person, and an address, may do what costs; 0: as often as they like. */
    limits: {
      signIns: env.SIGN_INS_PER_MINUTE,
      ai: env.AI_CALLS_PER_MINUTE,
      imports: env.IMPORTS_PER_MINUTE,
      exports: env.EXPORTS_PER_MINUTE,
    },
    /** How many days entries of the history are kept; null: for good. */
    historyDays: env.HISTORY_DAYS ?? null,
    approvedEmails: env.APPROVED_EMAILS,
    /** The business time zone, an IANA name. */
    timeZone: env.TIME_ZONE,
    /** The header, in small letters, by which a trusted proxy names who comes by email; null: no proxy signs people in. */
    authHeader: env.AUTH_HEADER ?? null,
    /** Null: sign-in is by links that `npm run login-link` prints. */
    identityProvider: readIdentityProvider(env),
    /** Todoist's own, or another origin that speaks its API. */
    todoistApiUrl: env.TODOIST_API_URL,
    /** The app registered with Xero; null: invoices cannot go to Xero. */
    xero: readXero(env),
    /** Xero's own, or other origins that speak its API. */
    xeroApiUrl: env.XERO_API_URL,
    xeroIdentityUrl: env.XERO_IDENTITY_URL,
    xeroLoginUrl: env.XERO_LOGIN_URL,
    /** What signs the webhooks of Xero; null: they are not taken. */
    xeroWebhookKey: env.XERO_WEBHOOK_KEY ?? null,
    /** The address of an invoice's page, with {ShortCode} and {InvoiceID}; null: as Xero documents it. */
    xeroInvoiceUrl: env.XERO_INVOICE_URL ?? null,
    /** What a caller of /metrics must know; null: there is no /metrics. */
    metricsToken: env.METRICS_TOKEN ?? null,
    /** OpenAI's own, or another server that speaks its chat API; with `/v1`. */
    openAiBaseUrl: env.OPENAI_BASE_URL,
    openAiModel: env.OPENAI_MODEL,
    /** The longest that a call to the AI service may take, in milliseconds; `fetch` itself gives up after 300 s. */
    aiTimeoutMs: env.AI_TIMEOUT * 1_000,
    /** Whether webhooks may go into the machine's own network. */
    webhooksLocal: env.WEBHOOKS_LOCAL === 'yes',
    /** Whether the server makes backups by itself: daily, and before a migration. */
    backups: env.BACKUPS,
  };
}

function readIdentityProvider(env: Environment): IdentityProviderConfig | null {
  const { OAUTH2_ISSUER, OAUTH2_CLIENT_ID, OAUTH2_CLIENT_SECRET, OAUTH2_HOSTS } = env;
  if (OAUTH2_ISSUER && OAUTH2_CLIENT_ID && OAUTH2_CLIENT_SECRET) {
    return {
      issuer: OAUTH2_ISSUER,
      clientId: OAUTH2_CLIENT_ID,
      clientSecret: OAUTH2_CLIENT_SECRET,
      hosts: [...OAUTH2_HOSTS, ...(IDENTITY_HOSTS[new URL(OAUTH2_ISSUER).host] ?? [])],
      trustsEmail: env.OAUTH2_TRUST_EMAIL === 'yes',
      tokenAuth: env.OAUTH2_TOKEN_AUTH ?? null,
    };
  }
  checkNoneGiven(
    { OAUTH2_ISSUER, OAUTH2_CLIENT_ID, OAUTH2_CLIENT_SECRET },
    'OAUTH2_ISSUER, OAUTH2_CLIENT_ID and OAUTH2_CLIENT_SECRET',
  );
  return null;
}

function readXero(env: Environment): XeroConfig | null {
  const { XERO_CLIENT_ID, XERO_CLIENT_SECRET } = env;
  if (XERO_CLIENT_ID && XERO_CLIENT_SECRET) {
    return { clientId: XERO_CLIENT_ID, clientSecret: XERO_CLIENT_SECRET };
  }
  checkNoneGiven({ XERO_CLIENT_ID, XERO_CLIENT_SECRET }, 'XERO_CLIENT_ID and XERO_CLIENT_SECRET');
  return null;
}

/** Throws ConfigError when only some variables of a group are given. */
function checkNoneGiven(group: Record<string, string | undefined>, names: string): void {
  const missing = Object.entries(group).filter(([, value]) => !value);
  if (missing.length === Object.keys(group).length) return;
  throw new ConfigError(
    `${missing[0]?.[0]} should be set: ${names} go together, but it is missing.`,
  );
}
