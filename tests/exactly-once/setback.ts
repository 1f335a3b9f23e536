import { copyFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programSchema } from '#db/schema-version.server.ts';
import { readChangesOf } from '#app/invoices/refresh/changes.server.ts';
import { restoredState } from '#app/invoices/unmatched/closed.server.ts';
import { takeUpAllExact } from '#app/invoices/unmatched/take-up.server.ts';
import { openUnmatched } from '#app/invoices/unmatched/unmatched.server.ts';
import { restoreBackup } from '#app/platform/backups/restore.server.ts';
import { openLife } from './life.ts';
import type { Round } from './schedule.ts';
import { LONG, withDatabase, type Story } from './story.ts';
import { TENANT, type World } from './world.ts';

/** How a schedule is played (run-schedule.ts). */
type Play = {
  settle: (story: Story) => Promise<void>;
  playLives: (
    story: Story,
    round: Pick<Round, 'isClaiming' | 'crashes' | 'sleep'>,
    timeoutMs: number,
  ) => Promise<void>;
  reconnect: (world: World) => Promise<boolean>;
};

const MINUTE = 60_000;

/** No call can arrive any more: who copies a file stops the server first. */
const CALLS_OVER = 11 * MINUTE;

const SCHEMA = programSchema(join('db', 'migrations'));

const savedFile = (file: string) => join(dirname(file), 'saved.sqlite');
const secondFile = (file: string) => join(dirname(file), 'second.sqlite');

/** Backs up the database as it is now, or copies it. */
export function saveForSetback({ world }: Story): void {
  withDatabase(world, ({ $client }) => {
    $client.prepare('vacuum into ?').run(savedFile(world.file));
  });
}

/**
 * Brings the saved database back, or lets a second installation go on from it. Whoever finds then that Xero has
 * invoices of theirs that they do not know takes them up, which must be certain of each: no work was edited.
 */
export async function playSetback(story: Story, play: Play): Promise<void> {
  const { world, schedule } = story;
  if (schedule.setback === null) return;
  const saved = savedFile(world.file);
  switch (schedule.setback.kind) {
    case 'restore': {
      world.standIn.heal();
      const dataDir = dirname(world.file);
      restoreBackup({ dataDir, file: saved, schema: SCHEMA, now: new Date(world.now()) });
      break;
    }
    case 'copy':
      await play.settle(story);
      world.pass(CALLS_OVER);
      for (const end of ['-wal', '-shm']) rmSync(world.file + end, { force: true });
      copyFileSync(saved, world.file);
      break;
    case 'second installation': {
      await play.settle(story);
      world.pass(CALLS_OVER);
      copyFileSync(saved, secondFile(world.file));
      const second = { ...story, world: { ...world, file: secondFile(world.file) } };
      await second.world.connect(second.world.file);
      await goOn(second, play);
      await world.connect();
      break;
    }
  }
  await goOn(story, play);
}

/** Presses the button at once, which may make what Xero has nothing of; then takes up what it has, and settles. */
async function goOn(story: Story, { settle, playLives, reconnect }: Play): Promise<void> {
  const { world, result, control } = story;
  await reconnect(world);
  await playLives(story, { isClaiming: true, crashes: [null], sleep: null }, LONG);
  await settle(story);
  if (control !== 'none') return;
  for (let minutes = 0; minutes < 30; minutes += 1) {
    await reconnect(world);
    if (await takeUp(story)) return;
    world.pass(MINUTE);
  }
  const open = withDatabase(world, (db) =>
    openUnmatched({ db }).map(({ invoice }) => invoice.number),
  );
  result.findings.push({
    kind: 'wrong',
    text: `after half an hour the database is still behind Xero: ${open.join(', ')}`,
  });
}

/** Looks at Xero and takes up what is certain; true when nothing is left to decide. */
async function takeUp({ world, result }: Story): Promise<boolean> {
  const services = openLife(
    {
      file: world.file,
      origin: world.standIn.origin,
      now: world.now(),
      isClaiming: false,
      takesBack: false,
      discounts: [],
      crash: null,
      sleep: null,
      control: 'none',
      timeoutMs: LONG,
    },
    { die: () => undefined, sleep: world.pass, isReal: false },
  );
  try {
    await readChangesOf(services, TENANT, new AbortController().signal);
    result.takenUp += takeUpAllExact(services);
    return restoredState(services) === null;
  } finally {
    services.db.$client.close();
  }
}
