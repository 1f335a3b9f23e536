import { mkdtempSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { freePort } from '../support/server/free-port.ts';
import { visit } from '../support/server/visitor.ts';
import { factsOf } from './folder-state.ts';
import { findInvoiceFaults } from './invoices-once.ts';
import { listens, spawnProduct, startProduct, type Product } from './product.ts';
import { createScene, startAround, type Scene } from './scene.ts';
import { createShim, type Shim } from './shim.ts';
import { prepare, STEPS } from './steps.ts';
import { printLink, signInWith } from './workload.ts';

/** A folder in memory, where there is one: what is tried here needs no disk, and takes a tenth of the time. */
export function scratchFolder(name: string): string {
  const above = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  return mkdtempSync(join(above, `tallyhour-${name}-`));
}

/** A product that is tried, and what is around it. */
export type World = {
  shim: Shim;
  dataDir: string;
  scene: Scene;
  product: () => Product;
  /** Starts it again; false when it died during the start. */
  start: () => Promise<boolean>;
  stop: () => Promise<void>;
  /** What is wrong in the data folder: damage, or something acknowledged that is missing. */
  faults: (isSettled?: boolean) => string[];
  /** Reads or changes the database beside the product. */
  inDatabase: <Result>(use: (sqlite: SqliteDatabase.Database) => Result) => Result;
  close: () => Promise<void>;
};

/** Starts a product with records in it, connected to its stand-ins, with somebody signed in. */
export async function openWorld(name: string, more: Record<string, string> = {}): Promise<World> {
  const folder = scratchFolder(name);
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const around = await startAround(port);
  const shim = createShim(dataDir, folder, false);
  const environment = { ...around.environment, ...shim.environment, ...more };
  const options = { port, dataDir, environment };
  let product = await startProduct(options);
  const scene: Scene = {
    ...createScene(around, product.url, true),
    signIn: async () => {
      const link = await printLink({
        ...around.environment,
        DATA_DIR: dataDir,
        PORT: String(port),
      });
      await signInWith(scene.visitor, link);
    },
  };
  await signInWith(scene.visitor, product.output());
  await prepare(scene);
  if (scene.refused.length > 0) throw new Error(scene.refused[0]?.text);

  const inDatabase: World['inDatabase'] = (use) => {
    const sqlite = new SqliteDatabase(join(dataDir, 'database.sqlite'), { fileMustExist: true });
    try {
      return use(sqlite);
    } finally {
      sqlite.close();
    }
  };
  return {
    shim,
    dataDir,
    scene,
    product: () => product,
    start: () => {
      product = spawnProduct(options);
      return listens(product);
    },
    stop: () => product.stop(),
    inDatabase,
    faults: (isSettled = false) =>
      inDatabase((sqlite) => {
        const said = sqlite.pragma('quick_check', { simple: true });
        if (said !== 'ok') return [`malformed: ${String(said)}`];
        const facts = factsOf(sqlite);
        const due = [...scene.acknowledged.values()].flat().filter((fact) => fact !== 'backup');
        return [
          ...due.filter((fact) => !facts.has(fact)).map((fact) => `lost: ${fact}`),
          ...findInvoiceFaults(sqlite, around.xero, isSettled),
        ];
      }),
    close: async () => {
      await product.kill();
      await around.close();
      shim.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Does one thing with the product; false when the product died meanwhile. */
export async function tryStep(world: World, name: string): Promise<boolean> {
  try {
    await STEPS[name]?.(world.scene);
    return true;
  } catch (error) {
    // Node's fetch says no more than this when the other side is gone.
    const isCutOff = error instanceof TypeError || String(error).includes('login-link');
    if (!isCutOff) throw error;
    if (!world.product().isRunning()) return false;
    await Promise.race([world.product().ended, pause(1_000)]);
    if (world.product().isRunning()) throw error;
    return false;
  }
}

/** Waits until /health is 200, or says what it answers. */
export async function becomesHealthy({ scene }: World, patience = 15_000): Promise<string | null> {
  const until = performance.now() + patience;
  for (;;) {
    const { status, text } = await visit({ url: scene.url }).get('/health');
    if (status === 200) return null;
    if (performance.now() > until) return text;
    await pause(50);
  }
}

/**
 * Lets every invoice come to its end. The product waits some minutes before it sends one again whose
 * outcome is unknown; here these minutes are taken out of the database instead of being waited for.
 */
export async function settleInvoices(world: World): Promise<void> {
  await world.stop();
  world.inDatabase((sqlite) => {
    sqlite.exec(`update invoices set sent_at = sent_at - 1800000 where state = 'sending';
      update contact_calls set sent_at = sent_at - 1800000;
      update invoice_runs set resume_at = 0 where status = 'paused';`);
  });
  if (!(await world.start())) throw new Error(`It does not start: ${world.product().output()}`);
  const until = performance.now() + 60_000;
  const open = () =>
    world.inDatabase((sqlite) =>
      Number(
        sqlite.prepare(`select count(*) from invoice_runs where status <> 'done'`).pluck().get(),
      ),
    );
  while (open() > 0 && performance.now() < until) await pause(50);
}
