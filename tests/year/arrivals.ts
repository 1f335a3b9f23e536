import { z } from 'zod';
import { ourFile, sendFile } from '../support/data/imports.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { call, MEANT, send, visitorOf } from './acts.ts';
import { rateOfEdited, type Client, type WorkType } from './book.ts';
import { enter, wordsOf } from './deeds.ts';
import { decimal } from './pence.ts';
import { PEOPLE, type Person, type World } from './world.ts';

const Entry = z.object({
  id: z.int(),
  taskName: z.string(),
  completedAt: z.string(),
  clientId: z.int().nullable(),
});

/** Tasks of the week are completed in Todoist, imported, and reviewed: most are confirmed. */
export async function importTasks(world: World, person: Person, days: string[]): Promise<void> {
  const { account } = world.todoist;
  const { book, random } = world;
  for (const day of days.toSorted()) {
    const id = `task${world.next()}`;
    const client = random.pick(book.clients as [Client, ...Client[]]);
    account.tasks.push({
      ...{ id, projectId: `project${client.id}`, content: wordsOf(world), description: '' },
      ...{ labels: [], duration: { amount: 45, unit: 'minute' }, repeats: null },
    });
    account.completions.push({ taskId: id, at: new Date(`${day}T11:00:00Z`) });
  }
  const range = { startDate: days.toSorted()[0], endDate: days.toSorted().at(-1) };
  await call(world, person, 'POST', '/api/todoist/sync-completed', range);
  const list = await call(world, person, 'GET', '/api/pending-worklogs?status=pending_review');
  for (const entry of z.array(Entry).parse(list.json())) await review(world, person, entry);
}

async function review(
  world: World,
  person: Person,
  { id, taskName, completedAt }: z.infer<typeof Entry>,
): Promise<void> {
  const { book, random } = world;
  // What the release's database has in review stays there.
  if (!taskName.includes('zz')) return;
  const at = `/api/pending-worklogs/${id}`;
  if (random.oneIn(5)) {
    await call(world, person, 'POST', `${at}/archive`, undefined, [200, 409]);
    return;
  }
  const client = random.pick(book.clients as [Client, ...Client[]]);
  const type = random.pick(book.types.filter((one) => !one.isItems) as [WorkType, ...WorkType[]]);
  const minutes = 10 + random.below(100);
  // Named whatever was suggested, as the rate depends on what changed.
  const rate = rateOfEdited(client, type);
  const choice = {
    ...{ clientId: client.id, workTypeId: type.id, duration: minutes },
    ...{ estimatedHourlyRate: decimal(rate), description: taskName, billable: true },
  };
  await call(world, person, 'PUT', at, choice);
  const confirmed = await call(world, person, 'POST', `${at}/confirm`, { confirm: MEANT });
  const { workLogId } = z.object({ workLogId: z.int() }).parse(confirmed.json());
  const log = {
    ...{ id: workLogId, person, minutes, rate, description: taskName },
    day: completedAt.slice(0, 10),
    isByRules: false,
  };
  enter(world, log, client, type);
}

const Imported = z.object({ id: z.int(), status: z.string(), new: z.int() });

/** A file of a week is imported; now and then it is the wrong one, and taken back. */
export async function importFile(world: World, person: Person, day: string): Promise<void> {
  const { book, random } = world;
  const rows = Array.from({ length: 3 + random.below(4) }, () => ({
    client: random.pick(book.clients as [Client, ...Client[]]),
    type: random.pick(book.types.filter((one) => !one.isItems) as [WorkType, ...WorkType[]]),
    minutes: 10 + random.below(120),
    rate: 5_000 + random.below(5_000),
    description: wordsOf(world),
    isBillable: !random.oneIn(5),
  }));
  const lines = rows.map(
    ({ client, type, minutes, rate, description, isBillable }) =>
      `${day},${client.name},${type.name},${minutes},${description},${isBillable},${decimal(rate)},,`,
  );
  const key = { 'Idempotency-Key': `file-${world.next()}` };
  const visitor = visitorOf(world, person);
  const query = '?confirm=doubtful';
  const sent = await send(world, () =>
    sendFile(visitor, ourFile(...lines), { query, headers: key }),
  );
  const { id } = z.object({ id: z.int() }).parse(sent.json());
  const read = async () =>
    Imported.parse((await call(world, person, 'GET', `/api/imports/${id}`)).json());
  let view = await read();
  while (view.status === 'running') {
    await pause(20);
    view = await read();
  }
  if (view.status !== 'done' || view.new !== rows.length) {
    throw new Error(`The file was imported as ${JSON.stringify(view)}.`);
  }
  if (random.oneIn(4)) {
    await call(world, person, 'DELETE', `/api/imports/${id}`, undefined, [204, 404, 409]);
    return;
  }
  const Found = z.array(z.object({ id: z.int(), description: z.string() }));
  const list = await call(world, person, 'GET', `/api/work-logs?startDate=${day}&endDate=${day}`);
  const ids = new Map(Found.parse(list.json()).map((log) => [log.description, log.id]));
  for (const { client, type, ...row } of rows) {
    const found = ids.get(row.description) ?? 0;
    enter(world, { ...row, id: found, person, day, isByRules: false }, client, type);
  }
}

/** Whoever does what only one does. */
export const OFFICE = PEOPLE[0];
