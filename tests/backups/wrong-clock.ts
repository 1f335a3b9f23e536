import { copyFileSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  outdated,
  backupFolder,
  backupName,
  listBackups,
} from '#app/platform/backups/backup-files.server.ts';
import { openDatabase } from '#db/connection.server.ts';
import { startServerProcess } from '../support/server/server-process.ts';

const DAY = 86_400_000;
const YEAR = 365 * DAY;
const BACKED_UP = '"Backed up"';

/** What became of ten daily backups: which are left, and how many the clock alone would have ended. */
export type WrongClock = { before: string[]; left: string[]; endedByClock: number };

/** Starts a server that has ten daily backups twice with its clock a year ahead, and once with the right one. */
export async function startAYearAhead(): Promise<WrongClock> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-wrong-clock-'));
  const names = () => listBackups(dataDir).map(({ name }) => name);
  const start = async (ahead: number, until = '"listening"') => {
    const preload = join(import.meta.dirname, 'other-clock.ts');
    const environment = {
      BACKUPS: 'daily',
      CLOCK_AHEAD: String(ahead),
      NODE_OPTIONS: `--import=${preload}`,
    };
    const server = await startServerProcess({ environment, dataDir });
    await server.waitFor(until);
    server.child.kill('SIGTERM');
    await server.ended();
  };
  try {
    await start(0, BACKED_UP);
    const now = Date.now();
    const db = openDatabase(join(dataDir, 'database.sqlite'));
    // As a server leaves it that has run for days.
    const noted = JSON.stringify({ aged: now - 1.5 * DAY, newest: now - DAY / 2 });
    db.$client.exec(`insert or replace into settings values ('clock.noted', '${noted}')`);
    db.$client.pragma('wal_checkpoint(TRUNCATE)');
    for (let day = 1; day <= 10; day++) {
      const madeAt = new Date(now - (day * DAY) / 2);
      const file = join(backupFolder(dataDir), backupName('daily', madeAt));
      copyFileSync(join(dataDir, 'database.sqlite'), file);
      utimesSync(file, madeAt, madeAt);
    }
    db.$client.close();
    await start(0);
    const before = names();
    const endedByClock = outdated(listBackups(dataDir), new Date(now + YEAR)).length;
    await start(YEAR, BACKED_UP);
    await start(YEAR + DAY / 4);
    await start(0);
    return { before, left: names(), endedByClock };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
