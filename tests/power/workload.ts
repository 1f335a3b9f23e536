import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ourFile, sendFile } from '../support/data/imports.ts';
import { freePort } from '../support/server/free-port.ts';
import { openLink } from '../support/server/login-link.ts';
import type { Visitor } from '../support/server/visitor.ts';
import { EMAIL, startProduct, type Product } from './product.ts';
import { backupFact, END_OF_FILE } from './folder-state.ts';
import { createScene, startAround, type Scene } from './scene.ts';
import type { Shim } from './shim.ts';
import { prepare, STEPS } from './steps.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

const LINK = /http:\/\/localhost:\d+\/\S+/;

/** Signs in with a link that the product or its command has printed. */
export async function signInWith(visitor: Visitor, printed: string): Promise<string> {
  const [link] = LINK.exec(printed) ?? [];
  if (link === undefined) throw new Error(`No link was printed: ${printed}`);
  const url = new URL(link);
  const answer = await openLink(visitor, `${url.pathname}${url.search}`);
  return answer.headers.get('X-Request-Id') ?? '';
}

/** Prints a sign-in link by the product's command. */
export async function printLink(environment: Record<string, string>): Promise<string> {
  const { stdout } = await run(process.execPath, ['run.js', 'login-link', EMAIL], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
  });
  return stdout;
}

/** What was acknowledged by a product that is gone, and what it said. */
export type Lived = {
  /** Facts by the id of the request whose answer acknowledged them. */
  acknowledged: Map<string, string[]>;
  /** How many answers acknowledged something. */
  answers: number;
  /** The text of the key file. */
  appSecret: string;
  /** The Cookie header of somebody who is signed in. */
  cookie: string;
};

/**
 * Begins with an empty folder and lives three lives with everything that writes: the first ends in order,
 * the second is killed, the third ends in order. `rounds` says how often everything is done in each.
 */
export async function liveThrice(
  dataDir: string,
  shim: Shim,
  rounds: number,
  more: Record<string, string> = {},
): Promise<Lived> {
  const port = await freePort();
  const around = await startAround(port);
  const environment = { ...around.environment, ...shim.environment, ...more };
  const start = () => startProduct({ port, dataDir, environment });
  let product: Product | null = null;
  try {
    product = await start();
    const scene: Scene = {
      ...createScene(around, product.url),
      signIn: async () => {
        const printed = await printLink({ ...environment, DATA_DIR: dataDir, PORT: String(port) });
        await signInWith(scene.visitor, printed);
      },
    };
    const first = await signInWith(scene.visitor, product.output());
    scene.acknowledged.set(first, ['entry sign-in: signed in'].slice(1));
    await prepare(scene);
    for (let life = 0; life < 3; life += 1) {
      if (life > 0) product = await start();
      await haveLogCopied(scene);
      for (let round = 0; round < rounds; round += 1) {
        for (const step of Object.values(STEPS)) await step(scene);
      }
      nameBackups(scene, dataDir);
      if (life === 1) await product.kill();
      else await product.stop();
    }
    const { acknowledged, visitor } = scene;
    return {
      acknowledged,
      answers: acknowledged.size,
      appSecret: readFileSync(join(dataDir, 'app-secret'), 'latin1'),
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    };
  } finally {
    await product?.kill();
    await around.close();
  }
}

/** So many lines change more pages than SQLite's log may have before it is copied into the database. */
const LINES = 900;

/** Has SQLite copy its log, by a file that is looked at alone. */
async function haveLogCopied({ visitor, tell }: Scene): Promise<void> {
  const lines = Array.from(
    { length: LINES },
    (_, line) => `2026-03-02 10:00,Client 1,Support,60,Looked at ${line},true,60,,`,
  );
  const file = `${ourFile(...lines)}2026-03-02 10:00,Client 1,Support,60,${END_OF_FILE}`;
  tell(await sendFile(visitor, file, { query: '?dry=1' }));
}

/** Puts the names and contents of the backups in the place of `backup`, oldest first. */
function nameBackups({ acknowledged }: Scene, dataDir: string): void {
  const folder = join(dataDir, 'backups');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .sort(
      (one, other) => statSync(join(folder, one)).mtimeMs - statSync(join(folder, other)).mtimeMs,
    )
    .map((name) => backupFact(join('backups', name), readFileSync(join(folder, name))));
  const named = new Set([...acknowledged.values()].flat());
  const fresh = files.filter((fact) => !named.has(fact));
  for (const facts of acknowledged.values()) {
    const at = facts.indexOf('backup');
    const fact = at < 0 ? undefined : fresh.shift();
    if (fact !== undefined) facts[at] = fact;
  }
}
