import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningXero } from '#sandbox/xero.ts';
import { IS_SHORT } from '../bench/figures.ts';
import { openLink } from '../support/server/login-link.ts';
import { visit, type Visitor } from '../support/server/visitor.ts';
import type { Stall } from './culprits.ts';

/** The app in Xero that the product is connected as. */
export const XERO = { clientId: 'test-client', clientSecret: 'a secret+of/no:worth%' };

/** How `tallyhour` starts it: the flags of its heap, and what the C library may keep. */
const STARTER = readFileSync(join(import.meta.dirname, '../../tallyhour'), 'utf8');
const [EXEC = ''] = /^exec .*$/m.exec(STARTER) ?? [];
const FLAGS = EXEC.match(/--[\w-]+(=\d+)?/g) ?? [];
const MALLOC: Record<string, string> = Object.fromEntries(
  Array.from(STARTER.matchAll(/(MALLOC_\w+):-(\d+)/g), ([, name = '', value = '']) => [
    name,
    value,
  ]),
);

if (FLAGS.length < 2 || Object.keys(MALLOC).length === 0) {
  throw new Error(
    '`tallyhour` no longer says how it starts the product in the way that is read here.',
  );
}

/** What the server says of itself (`soaked-server.ts`). */
export type Measured = {
  stall: number;
  busy: number;
  withWaits: number;
  computed: number;
  /** How many were longer than 50 ms. */
  stalls: number;
  told: Stall[];
  resident: number;
  /** What the memory is made of, as words. */
  parts: string;
};

/** The server, somebody who is signed in, and what is watched beside it. */
export type Soaked = {
  child: ChildProcess;
  port: number;
  visitor: Visitor;
  file: string;
};

/** Starts the server on a database, signs in and connects it to Xero. */
export async function start(file: string, xero: RunningXero, port: number): Promise<Soaked> {
  const child = fork(join(import.meta.dirname, 'soaked-server.ts'), [file, String(port)], {
    execArgv: FLAGS,
    // Its log is written as ever, and thrown away.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      // As in `run.js`.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../build/compiled'),
      NODE_COMPILE_CACHE_PORTABLE: '1',
      ...MALLOC,
      XERO_CLIENT_ID: XERO.clientId,
      XERO_CLIENT_SECRET: XERO.clientSecret,
      XERO_API_URL: xero.origin,
      XERO_IDENTITY_URL: xero.origin,
      XERO_LOGIN_URL: xero.origin,
    },
  });
  const [{ signInLink }] = (await once(child, 'message')) as [{ signInLink: string }];
  const visitor = visit({ url: `http://localhost:${port}` });
  const link = new URL(signInLink);
  await openLink(visitor, `${link.pathname}${link.search}`);
  const asked = await visitor.get('/api/xero/authorize');
  const state = new URL(asked.location ?? '').searchParams.get('state') ?? '';
  await visitor.get(`/api/xero/callback?code=${xero.grantCode()}&state=${state}`);
  return { child, port, visitor, file };
}

/** Asks what was measured since it was last asked; on `memory` after a garbage collection, on `hold` after 200 MiB were held. */
export async function ask(
  { child }: Soaked,
  question: 'stalls' | 'memory' | 'hold',
): Promise<Measured> {
  const answered = once(child, 'message') as Promise<[Measured]>;
  child.send(question);
  const [measured] = await answered;
  return measured;
}

/** Memory is given back ten seconds after the last request, and the C library's some time after that. */
const A_WHILE = IS_SHORT ? 0 : 75_000;

/** What it holds when nobody has asked for anything for a while. */
export async function memoryOf(soaked: Soaked): Promise<Measured> {
  await pause(A_WHILE);
  await ask(soaked, 'memory');
  await pause(1_000);
  return ask(soaked, 'memory');
}
