import { mkdir, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { dueTakeBacks } from '#app/invoices/back/take-back.server.ts';
import { dueRuns } from '#app/invoices/runs/carry-on.server.ts';
import type { Database } from '#db/connection.server.ts';
import type { FaultKind } from '#sandbox/xero.ts';
import { playSetback, saveForSetback } from './setback.ts';
import { checkAlways, checkSettled, isLive } from './check.ts';
import { Crash, live, type Control, type LifeOrder } from './life.ts';
import type { Round, Schedule } from './schedule.ts';
import { release } from './release.ts';
import { LONG, withDatabase, type Place, type Result, type Story } from './story.ts';
import { makeWorld, type World } from './world.ts';

const MINUTE = 60_000;

/** The time limit of a call, in milliseconds, where some are never answered; an answer takes a few. */
const SHORT = 300;
/** The faults in which a call is never answered. */
const SILENT: FaultKind[] = ['timeout-before', 'timeout-after', 'late'];

/** After so many lives in a healed world, nothing may be due any more. */
const MOST_LIVES = 40;

/**
 * Runs a schedule in a world of its own, then heals the world, carries on what is due until
 * nothing is, and checks the database against Xero. In the end a person presses the button
 * once more, which must put every free log on an invoice.
 */
export async function runSchedule(
  schedule: Schedule,
  { folder, template, children }: Place,
  control: Control = 'none',
): Promise<Result> {
  // A folder of its own, as a restore needs it.
  const place = join(folder, `${schedule.seed}-${control}-${randomUUID()}`);
  await mkdir(place);
  const file = join(place, 'database.sqlite');
  const world = await makeWorld(schedule, template, file);
  const result: Result = {
    seed: schedule.seed,
    findings: [],
    met: [],
    deaths: [],
    isKilled: schedule.isKilled,
    checks: 0,
    forgottenKeys: 0,
    invoices: 0,
    unknown: 0,
    setback: schedule.setback?.kind ?? null,
    takenUp: 0,
    takenBack: 0,
  };
  const story: Story = { schedule, world, children, control, result };
  try {
    for (const [index, round] of schedule.rounds.entries()) {
      if (schedule.setback?.before === index) saveForSetback(story);
      await playRound(story, round);
    }
    await playSetback(story, { settle, playLives, reconnect });
    await settle(story);
    look(story, true);
    release(story);
    await press(story);
    // Only this press may have shown that the sign-in to Xero has ended.
    if (await reconnect(world)) await press(story);
    if (schedule.seed % 2 === 1) await takeBackAndPress(story);
    if (control === 'none') checkAllInvoiced(story);
    const { met, invoices, calls } = world.standIn.state();
    result.met = met;
    result.takenBack = calls.filter(
      ({ method, path, status }) =>
        method === 'POST' && path.includes('/Invoices/') && status === 200,
    ).length;
    result.invoices = invoices.length;
    return result;
  } finally {
    await world.standIn.close();
    await rm(place, { recursive: true, force: true });
  }
}

/** A person presses the button in a world without faults. */
async function press(story: Story): Promise<void> {
  story.world.pass(MINUTE);
  await playLives(story, { isClaiming: true, crashes: [null], sleep: null }, LONG);
  await settle(story);
  look(story, true);
}

/** A person takes the newest invoice back in a world without faults, and invoices its work again. */
async function takeBackAndPress(story: Story): Promise<void> {
  await playLives(
    story,
    { isClaiming: false, takesBack: true, crashes: [null], sleep: null },
    LONG,
  );
  await settle(story);
  look(story, true);
  await press(story);
}

async function playRound(story: Story, round: Round): Promise<void> {
  const { standIn, pass } = story.world;
  standIn.heal();
  for (const fault of round.faults) standIn.fail(fault);
  if (round.isTokenRefused) standIn.expireAccessTokens();
  const isSilent = round.faults.some(({ kind }) => SILENT.includes(kind));
  await playLives(story, round, isSilent ? SHORT : LONG);
  look(story, false);
  mark(story.world, round.mark);
  rename(story.world, round.rename);
  pass(round.pause);
}

async function playLives(
  { schedule, world, children, control, result }: Story,
  {
    isClaiming,
    takesBack = false,
    crashes,
    sleep,
  }: Pick<Round, 'isClaiming' | 'crashes' | 'sleep'> & Partial<Pick<Round, 'takesBack'>>,
  timeoutMs: number,
): Promise<void> {
  const lives = crashes.map(async (crash) => {
    const order: LifeOrder = {
      file: world.file,
      origin: world.standIn.origin,
      now: world.now(),
      isClaiming,
      takesBack,
      discounts: schedule.clients.flatMap(({ discount }, index): [number, string][] =>
        discount === null ? [] : [[index + 1, discount]],
      ),
      crash,
      sleep,
      control,
      timeoutMs,
    };
    try {
      const isDead = schedule.isKilled ? await children.live(order) : await playLife(order, world);
      if (isDead && crash) result.deaths.push(crash.step);
    } catch (error) {
      // With a part taken out, the product may well throw.
      if (control !== 'none') return;
      result.findings.push({ kind: 'wrong', text: `the product threw ${String(error)}` });
    }
  });
  await Promise.all(lives);
}

/** Lives a life in this process, simulated. True when it ended in a crash. */
async function playLife(order: LifeOrder, { pass }: World): Promise<boolean> {
  const die = () => {
    throw new Crash();
  };
  try {
    await live(order, { die, sleep: pass, isReal: false });
    return false;
  } catch (error) {
    if (error instanceof Crash) return true;
    throw error;
  }
}

/** Heals the world and carries on what is due, as the server does, until nothing is. */
async function settle(story: Story): Promise<void> {
  const { world } = story;
  world.standIn.heal();
  for (let lives = 0; lives < MOST_LIVES; lives += 1) {
    const wait = withDatabase(world, timeUntilDue(world.now()));
    if (wait === null) return;
    world.pass(wait);
    await reconnect(world);
    await playLives(story, { isClaiming: false, crashes: [null], sleep: null }, LONG);
    look(story, false);
  }
  story.result.findings.push({
    kind: 'wrong',
    text: `after ${MOST_LIVES} lives something is still due`,
  });
}

/** Connects again where the product says that the sign-in to Xero has ended; gives whether it did. */
async function reconnect(world: World): Promise<boolean> {
  const isEnded = withDatabase(world, ({ $client }) =>
    $client.prepare('select 1 from xero_connections where ended_at is not null').get(),
  );
  if (isEnded) await world.connect();
  return isEnded !== undefined;
}

/** How long until a run, or a taking back, can go on, in milliseconds; null when all are done. */
function timeUntilDue(now: number): (db: Database) => number | null {
  return (db) => {
    const services = { db, clock: () => new Date(now) };
    if (dueRuns(services).length > 0 || dueTakeBacks(services).length > 0) return 0;
    const row = db.$client
      .prepare<[], { at: number | null }>(
        `select min(at) as at from (
          select min(resume_at) as at from invoice_runs where status <> 'done'
          union all select min(look_at) from invoice_take_backs)`,
      )
      .get();
    return row?.at == null ? null : row.at - now;
  };
}

function look({ world, result, control }: Story, isSettled: boolean): void {
  withDatabase(world, (db) => {
    const { standIn, now } = world;
    // Without reference or claim, the invoices cannot be compared; the logs can.
    const findings = control === 'none' ? checkAlways(db, standIn) : [];
    result.findings.push(...findings, ...(isSettled ? checkSettled(db, standIn) : []));
    result.checks += isSettled ? 2 : 1;
    const unknown = db.$client
      .prepare<[], { sentAt: number }>(
        `select sent_at as sentAt from invoices where state = 'sending'`,
      )
      .all();
    if (unknown.length > 0) result.unknown += 1;
    if (unknown.some(({ sentAt }) => now() - sentAt > 6 * MINUTE)) result.forgottenKeys += 1;
  });
}

/** Does with the first live invoice what a bookkeeper does in Xero. */
function mark({ standIn }: World, as: Round['mark']): void {
  if (as === null) return;
  const { invoices } = standIn.state();
  const [invoice] = invoices.filter(isLive);
  if (!invoice) return;
  if (as === 'contact archived') standIn.archiveContact(invoice.contactId);
  else standIn.mark(invoice.invoiceId, as);
}

/** Gives another name to the last contact that was made for us in Xero, or to the last client here. */
function rename(world: World, what: Round['rename']): void {
  if (what === 'contact') {
    const made = world.standIn.state().contacts.findLast(({ contactNumber }) => contactNumber);
    if (made) world.standIn.renameContact(made.contactId, `${made.name} plc`);
  }
  if (what === 'client') {
    withDatabase(world, ({ $client }) =>
      $client.exec(`update clients set name = name || ' Ltd'
        where id = (select max(id) from clients)`),
    );
  }
}

/** Checks that every billable log is on an invoice in the end, except for archived contacts. */
function checkAllInvoiced({ world, result }: Story): void {
  const archived = world.standIn
    .state()
    .contacts.filter(({ status }) => status === 'ARCHIVED')
    .map(({ contactId }) => contactId);
  withDatabase(world, ({ $client }) => {
    const left = $client
      .prepare<[], { id: number; contactId: string | null; message: string | null }>(
        `select w.id, c.contact_id as contactId, (select i.message from invoices i join invoice_logs l
          on l.invoice_id = i.id where l.work_log_id = w.id order by i.id desc limit 1) as message
        from work_logs w left join client_contacts c on c.client_id = w.client_id
        where w.billable = 1 and w.is_invoiced = 0`,
      )
      .all();
    for (const { id, contactId, message } of left) {
      if (contactId !== null && archived.includes(contactId)) continue;
      // A client that has its old name again, and a contact with the new one: a person chooses.
      if (message?.startsWith('More than one contact in Xero matches')) continue;
      result.findings.push({
        kind: 'lost',
        text: `log ${id} is not invoiced in the end: ${message}`,
      });
    }
  });
}
