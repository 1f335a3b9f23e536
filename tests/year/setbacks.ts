import { copyFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { visibleText } from '../support/html.ts';
import { connectXero, press, sendForm, signIn, visitorOf } from './acts.ts';
import { OFFICE } from './arrivals.ts';
import type { Book } from './book.ts';
import { freeEnded, refresh } from './money-in.ts';
import { runCommand } from './product.ts';
import type { World } from './world.ts';

/** A backup that was put away, and the practice's book as it was then. */
export type PutAway = { file: string; book: Book; on: string };

/** Backs up by the button in Settings, and puts the newest file and a copy of the book away. */
export async function backUp(world: World): Promise<PutAway> {
  await press(world, OFFICE, '/settings/backups');
  const folder = join(world.dataDir, 'backups');
  const files = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
  const [newest = ''] = files
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at)
    .map(({ name }) => name);
  const file = join(world.folder, 'put-away.sqlite');
  rmSync(file, { force: true });
  copyFileSync(join(folder, newest), file);
  const on = new Date(world.now()).toISOString().slice(0, 10);
  return { file, book: structuredClone(world.book), on };
}

/**
 * Puts a backup in the place of the database, by the commands. The work since is gone, and the invoices that were made since
 * stand in Xero: they are matched with the work that is on them, and none is made twice. Throws where they are not
 * noticed.
 */
export async function restore(world: World, { file, book }: PutAway): Promise<void> {
  await world.product().stop();
  await runCommand(world.dataDir, world.now(), 'backup:verify', file);
  await runCommand(world.dataDir, world.now(), 'restore', file);
  const known = new Map(book.invoices.map((invoice) => [invoice.xeroId, invoice]));
  const since = world.book.invoices.filter(({ xeroId }) => !known.has(xeroId));
  // What is in Xero stays there; which logs were freed is as the backup knows it.
  const invoices = world.book.invoices.map((invoice) => ({
    ...invoice,
    isReleased: known.get(invoice.xeroId)?.isReleased ?? false,
  }));
  world.book = structuredClone({ ...book, invoices });
  await world.start();
  await signIn(world);
  await connectXero(world, OFFICE);
  await world.pass(1);
  await untilLooked(world);
  const page = await visitorOf(world, OFFICE).get('/reconciliation');
  const waiting = (page.text.match(/href="\/reconciliation\/\d+"/g) ?? []).length;
  if (waiting < since.length) {
    throw new Error(`${since.length} invoices were made since the backup; ${waiting} are noticed.`);
  }
  if (since.length > 0) {
    const fields = { press: 'take-up' };
    await sendForm(world, OFFICE, { page: '/reconciliation', action: '/reconciliation', fields });
  }
  const connection = await visitorOf(world, OFFICE).api('GET', '/api/xero/connection');
  if (z.object({ restored: z.boolean() }).parse(connection.json()).restored) {
    throw new Error('After everything was matched, the database still counts as restored.');
  }
  await refresh(world);
  await freeEnded(world);
  world.counts.restores += 1;
}

/** How long a comparison with Xero may take, in real milliseconds: it goes on in the background. */
const PATIENCE = 60_000;

/** Asks the product to compare with Xero until it has. */
async function untilLooked(world: World): Promise<void> {
  const end = performance.now() + PATIENCE;
  let said = '';
  while (performance.now() < end) {
    await press(world, OFFICE, '/reconciliation', { press: 'check' });
    await world.pass(6);
    said = visibleText((await visitorOf(world, OFFICE).get('/reconciliation')).text);
    if (!said.includes('until Xero has been checked')) return;
    await setTimeout(100);
  }
  throw new Error(`The restored database was not compared with Xero. It says: ${said}`);
}
