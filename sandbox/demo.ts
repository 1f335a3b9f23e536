import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig, type Config } from '#app/platform/env.server.ts';
import { PRODUCT_NAME } from '#app/lib/product.ts';
import { migrateDatabase, openDatabase } from '#db/connection.server.ts';
import { startOpenAi, type RunningOpenAi } from './openai.ts';
import { startIdentityProvider, type Person } from './identity-provider.ts';
import { addSampleData, SAMPLE_CLIENT_NAMES } from './sample-data.ts';
import { startXero, type OrganisationSeed, type RunningXero } from './xero.ts';
import { sampleTasks, startTodoist, type RunningTodoist } from './todoist.ts';

/** One Ctrl+C can arrive twice, from the terminal and through npm, within so many milliseconds. */
const SAME_PRESS = 500;

const LOOPBACK = ['127.0.0.1', '::1'];

const CLIENT = { clientId: 'demo', clientSecret: 'demo-secret-of-no-worth' };

const XERO_CLIENT = { clientId: 'demo-app', clientSecret: 'demo-secret-of-no-worth' };

/** One with VAT, which has some of the clients as contacts already, and one without VAT. */
const ORGANISATIONS: OrganisationSeed[] = [
  {
    name: 'Morgan Consulting Ltd',
    shortCode: '!mOrg',
    salesPaymentTerms: { Day: 30, Type: 'DAYSAFTERBILLDATE' },
    contacts: SAMPLE_CLIENT_NAMES.slice(0, 8).map((name) => ({ name })),
  },
  {
    name: 'Morgan Side Projects',
    shortCode: '!sIde',
    isVatRegistered: false,
    contacts: SAMPLE_CLIENT_NAMES.slice(4, 7).map((name) => ({ name })),
  },
];

/** The key that the stand-in for OpenAI takes. */
const OPENAI_KEY = 'sk-demo-key-of-no-worth';

const APPROVED: Person = {
  id: 'alex',
  email: 'alex@example.com',
  emailVerified: true,
  firstName: 'Alex',
  lastName: 'Morgan',
};
const STRANGER: Person = {
  id: 'robin',
  email: 'robin@example.com',
  emailVerified: true,
  firstName: 'Robin',
  lastName: 'Hale',
};

/** Undoes everything that was started, each step in one function, in the order of starting. */
const cleanUps: (() => void | Promise<void>)[] = [];

async function cleanUp(): Promise<void> {
  for (const undo of cleanUps.splice(0).reverse()) {
    try {
      await undo();
    } catch (error) {
      process.stderr.write(`Not everything could be cleaned up: ${String(error)}\n`);
    }
  }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `${PRODUCT_NAME.toLowerCase()}-demo-`));
  const discard = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  cleanUps.push(discard);
  // Needed however the process ends. A closed output must not end it before its clean-up.
  process.on('exit', discard);
  process.stdout.on('error', () => undefined);
  stopOnSignal(folder);

  const port = await productPort(process.env.PORT);
  const origin = `http://localhost:${port}`;
  const provider = await startIdentityProvider({
    port: await findPort(3001),
    clients: [{ ...CLIENT, redirectUri: `${origin}/api/auth/callback` }],
    people: [APPROVED, STRANGER],
  });
  cleanUps.push(provider.close);
  const todoist = await startTodoist({
    port: await findPort(3002),
    account: sampleTasks({ now: new Date(), weeks: 4, clientNames: SAMPLE_CLIENT_NAMES }),
  });
  cleanUps.push(todoist.close);
  const xero = await startXero({
    port: await findPort(3003),
    clients: [{ ...XERO_CLIENT, redirectUri: `${origin}/api/xero/callback` }],
    organisations: ORGANISATIONS,
  });
  cleanUps.push(() => xero.close());
  const openAi = await startOpenAi({ port: await findPort(3004), apiKeys: [OPENAI_KEY] });
  cleanUps.push(openAi.close);

  const environment = {
    NODE_ENV: 'production',
    PORT: String(port),
    APP_ORIGIN: origin,
    DATA_DIR: folder,
    APPROVED_EMAILS: APPROVED.email,
    OAUTH2_ISSUER: provider.issuer,
    OAUTH2_CLIENT_ID: CLIENT.clientId,
    OAUTH2_CLIENT_SECRET: CLIENT.clientSecret,
    TODOIST_API_URL: todoist.url,
    XERO_CLIENT_ID: XERO_CLIENT.clientId,
    XERO_CLIENT_SECRET: XERO_CLIENT.clientSecret,
    XERO_API_URL: xero.origin,
    XERO_IDENTITY_URL: xero.origin,
    XERO_LOGIN_URL: xero.origin,
    OPENAI_BASE_URL: openAi.baseUrl,
    OPENAI_MODEL: 'sandbox-tidy',
  };
  fillDatabase(readConfig(environment));

  const logFile = join(folder, 'server.log');
  const destination = pino.destination({ dest: logFile, sync: true });
  cleanUps.push(() => {
    destination.end();
  });
  // React and Remix choose their production code as they are imported.
  process.env.NODE_ENV = 'production';
  const { startServer } = await import('../server.ts');
  const app = await startServer({ environment, logDestination: destination });
  cleanUps.push(app.close);
  welcome(origin, logFile, { todoist, xero, openAi });
}

function fillDatabase({ databaseFile, timeZone }: Config): void {
  const db = openDatabase(databaseFile);
  try {
    migrateDatabase(db);
    addSampleData(db, { now: new Date(), timeZone });
  } finally {
    db.$client.close();
  }
}

class PortTaken extends Error {}

/** The port that PORT asks for, or else a free one. Throws when the port in PORT is taken. */
async function productPort(wanted: string | undefined): Promise<number> {
  if (wanted === undefined || wanted === '') return findPort(3000);
  const { port } = readConfig({ PORT: wanted });
  if ((await findPort(port)) !== port)
    throw new PortTaken(`Another program listens on PORT ${port}.`);
  return port;
}

/** The preferred port when nothing on this machine answers there, else any free one. */
async function findPort(preferred: number): Promise<number> {
  const answers = await Promise.all(LOOPBACK.map((host) => isAnswered(preferred, host)));
  if (!answers.includes(true)) return preferred;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK[0], resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

// Trying to listen would not do: some systems let two programs share a port on different addresses.
function isAnswered(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

type StandIns = { todoist: RunningTodoist; xero: RunningXero; openAi: RunningOpenAi };

function welcome(origin: string, logFile: string, { todoist, xero, openAi }: StandIns): void {
  const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;
  process.stdout.write(`
  ${PRODUCT_NAME} is running, with a year of sample data:

      ${origin}

  Log in, then press "Sign in as ${nameOf(APPROVED)}".
  (${nameOf(STRANGER)} is not on the approved list: try it to see the refusal.)

  Todoist: save the token  ${todoist.token}  in Settings, then sync on Todoist Import.
  (A stand-in with four weeks of tasks: ${todoist.url})

  Xero: press "Connect to Xero" in Settings.
  (A stand-in with two organisations: ${xero.origin})

  AI: save the key  ${OPENAI_KEY}  in Settings, then press "Regenerate with AI" at a description.
  (A stand-in, no model: it tidies notes by fixed rules. ${openAi.baseUrl})

  Log    ${logFile}
  Stop   Ctrl+C; everything you entered is thrown away then

`);
}

function stopOnSignal(folder: string): void {
  let pressedAt: number | null = null;
  const stop = () => {
    if (pressedAt !== null) {
      if (Date.now() - pressedAt > SAME_PRESS) process.exit(130);
      return;
    }
    pressedAt = Date.now();
    process.stdout.write('\n  Stopping …\n');
    void cleanUp().then(() => {
      process.stdout.write(`  Stopped, and removed ${folder}.\n`);
      process.exit(0);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof PortTaken) return error.message;
  const isBuildMissing = 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  if (isBuildMissing && error.message.includes(join('build', 'server'))) {
    return 'The product is not built yet: run "npm run demo", which builds it first.';
  }
  return error.stack ?? error.message;
}

main().catch(async (error: unknown) => {
  await cleanUp();
  process.stderr.write(`The demo could not be started. ${explain(error)}\n`);
  process.exit(1);
});
