import { mkdtempSync, rmSync, mkdirSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTodoist, type RunningTodoist } from '#sandbox/todoist.ts';
import { startXero, type RunningXero } from '#sandbox/xero.ts';
import { writeReleasedDatabase } from '../support/data/earlier-version.ts';
import { freePort } from '../support/server/free-port.ts';
import type { Random } from '../exactly-once/random.ts';
import { visit, type Visitor } from '../support/server/visitor.ts';
import type { Book } from './book.ts';
import { startProduct, type Product } from './product.ts';

const XERO = { clientId: 'test-client', clientSecret: 'a secret+of/no:worth%' };
/** Another organisation than those that the release's database knows. */
const ORGANISATION = {
  name: 'Meridian Practice',
  tenantId: '77777777-aaaa-4bbb-8ccc-000000000007',
  salesPaymentTerms: { Day: 14, Type: 'DAYSAFTERBILLDATE' },
};

/** Who works there; the first one is in the release's database. */
export const PEOPLE = ['alex@example.com', 'bo@example.com', 'cam@example.com'] as const;
export type Person = (typeof PEOPLE)[number];

/** What happened, for the last line. */
export type Counts = { restarts: number; cuts: number; restores: number; faults: number };

export type World = {
  random: Random;
  book: Book;
  counts: Counts;
  dataDir: string;
  folder: string;
  url: string;
  environment: Record<string, string>;
  xero: RunningXero;
  todoist: RunningTodoist;
  product: () => Product;
  people: Map<Person, Visitor>;
  now: () => number;
  /** Lets so many minutes pass, for the product and all that is around it. */
  pass: (minutes: number) => Promise<void>;
  /** Goes on to an instant, which is not before now. */
  goTo: (instant: number) => Promise<void>;
  /** Starts the product again, once it has ended. */
  start: (more?: Record<string, string>) => Promise<void>;
  restart: () => Promise<void>;
  /** What is to be done when the product dies under a request. */
  afterDeath: (() => Promise<void>) | null;
  /** Numbers what is written, so that no two say the same. */
  next: () => number;
  close: () => Promise<void>;
};

/** A folder in memory, where there is one: a year of synced writes is not about the speed of a disk. */
function scratchFolder(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tallyhour-year-'));
}

/** Starts the product on the database of the first release, with its stand-ins around it. */
export async function openWorld(random: Random, begin: number): Promise<World> {
  const folder = scratchFolder();
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  writeReleasedDatabase(dataDir, '0.1.0');
  let set = { now: begin, at: performance.now() };
  const now = () => Math.round(set.now + performance.now() - set.at);
  const clock = () => new Date(now());
  const port = await freePort();
  const redirectUri = `http://localhost:${port}/api/xero/callback`;
  const xero = await startXero({
    clients: [{ ...XERO, redirectUri }],
    organisations: [ORGANISATION],
    clock,
  });
  const account = { projects: [], tasks: [], completions: [] };
  const todoist = await startTodoist({ account, clock });
  const none = '0';
  const environment = {
    PORT: String(port),
    DATA_DIR: dataDir,
    BACKUPS: 'daily',
    XERO_CLIENT_ID: XERO.clientId,
    XERO_CLIENT_SECRET: XERO.clientSecret,
    XERO_API_URL: xero.origin,
    XERO_IDENTITY_URL: xero.origin,
    XERO_LOGIN_URL: xero.origin,
    TODOIST_API_URL: todoist.url,
    ...{ SIGN_INS_PER_MINUTE: none, IMPORTS_PER_MINUTE: none, EXPORTS_PER_MINUTE: none },
  };
  let product = await startProduct(environment, now());
  let number = 0;
  const world: World = {
    random,
    book: {
      clients: [],
      types: [],
      logs: new Map(),
      deleted: new Set(),
      invoices: [],
    },
    counts: { restarts: 0, cuts: 0, restores: 0, faults: 0 },
    ...{ dataDir, folder, environment, xero, todoist },
    url: `http://localhost:${port}`,
    product: () => product,
    people: new Map(),
    now,
    pass: (minutes) => world.goTo(now() + Math.round(minutes * 60_000)),
    goTo: async (instant) => {
      if (instant < now()) throw new Error('The clock goes on, never back.');
      set = { now: instant, at: performance.now() };
      xero.deliverLate();
      await product.setClock(instant);
    },
    start: async (more = {}) => {
      product = await startProduct({ ...environment, ...more }, now());
    },
    restart: async () => {
      await product.stop();
      await world.start();
      world.counts.restarts += 1;
    },
    afterDeath: null,
    next: () => (number += 1),
    close: async () => {
      await product.kill();
      await Promise.all([xero.close(), todoist.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (const person of PEOPLE) world.people.set(person, visit(world));
  return world;
}
