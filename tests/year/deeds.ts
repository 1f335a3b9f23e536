import { z } from 'zod';
import { call, make, MEANT, press, sendForm } from './acts.ts';
import {
  invoiceOf,
  rateOfEdited,
  rateOfNew,
  type Client,
  type Item,
  type Log,
  type WorkType,
} from './book.ts';
import { decimal } from './pence.ts';
import type { Person, World } from './world.ts';

/** What a person does in the course of a day. */
export type Deed = (world: World, person: Person, day: string) => Promise<void>;

const TASKS = [
  'moved the mailbox',
  'mended the switch',
  'wrote up the options',
  'looked at the line',
] as const;

const draw = <Item>(world: World, items: Item[]): Item =>
  world.random.pick(items as [Item, ...Item[]]);
const drawClient = (world: World): Client => draw(world, world.book.clients);
const drawType = ({ book, random }: World): WorkType =>
  random.pick(book.types.filter(({ isItems }) => !isItems) as [WorkType, ...WorkType[]]);
const drawMinutes = ({ random }: World) => 5 + random.below(150);

/** Words that no other log has, by which it is found again. */
export const wordsOf = (world: World) => `${world.random.pick(TASKS)} zz${world.next()}zz`;

/** Writes a new log into the book, at the rate for new logs unless another is named. */
export function enter(
  { book }: World,
  log: Pick<Log, 'id' | 'person' | 'day' | 'minutes' | 'description'> & Partial<Log>,
  client: Client,
  type: WorkType,
): void {
  book.logs.set(log.id, {
    clientId: client.id,
    typeId: type.id,
    rate: type.isItems ? 0 : rateOfNew(client, type),
    isByRules: true,
    isBillable: true,
    items: [],
    ...log,
  });
}

/** The id of the one log with these words. */
async function findLog(world: World, person: Person, description: string): Promise<number> {
  const word = description.split(' ').at(-1) ?? '';
  const answer = await call(world, person, 'GET', `/api/work-logs?q=${word}`);
  const found = z.array(z.object({ id: z.int() })).parse(answer.json());
  if (found.length !== 1) throw new Error(`${found.length} logs have the word ${word}.`);
  return found[0]?.id ?? 0;
}

const byForm: Deed = async (world, person, day) => {
  const [client, type, minutes] = [drawClient(world), drawType(world), drawMinutes(world)];
  const description = wordsOf(world);
  const isBillable = !world.random.oneIn(6);
  const fields = {
    clientId: String(client.id),
    workTypeId: String(type.id),
    duration: `${minutes}m`,
    description,
    date: day,
    // An unticked box is not sent.
    ...(isBillable ? { billable: 'on' } : {}),
  };
  const page = '/work-logs/new';
  await sendForm(world, person, {
    page,
    action: page,
    fields,
    without: isBillable ? [] : ['billable'],
  });
  const id = await findLog(world, person, description);
  enter(world, { id, person, day, minutes, description, isBillable }, client, type);
};

const byLine: Deed = async (world, person, day) => {
  const [client, type, minutes] = [drawClient(world), drawType(world), drawMinutes(world)];
  const description = wordsOf(world);
  const line = `${minutes}m ${client.name} ${type.name} ${description}`;
  const id = await make(world, person, '/api/work-logs/line', { line, confirm: MEANT });
  enter(world, { id, person, day, minutes, description }, client, type);
};

const byProgram: Deed = async (world, person, day) => {
  const [client, type, minutes] = [drawClient(world), drawType(world), drawMinutes(world)];
  const description = wordsOf(world);
  const own = world.random.oneIn(3) ? 4_001 + world.random.below(9_000) : null;
  const body = {
    ...{ clientId: client.id, workTypeId: type.id, duration: minutes, description, date: day },
    ...(own === null ? {} : { hourlyRate: decimal(own) }),
    confirm: MEANT,
  };
  const id = await make(world, person, '/api/work-logs', body);
  const rate = own ?? rateOfNew(client, type);
  enter(
    world,
    { id, person, day, minutes, description, rate, isByRules: own === null },
    client,
    type,
  );
};

const items: Deed = async (world, person, day) => {
  const client = drawClient(world);
  const type = draw(
    world,
    world.book.types.filter(({ isItems }) => isItems),
  );
  const description = wordsOf(world);
  const sold: Item[] = Array.from({ length: 1 + world.random.below(3) }, (_, index) => ({
    name: `Part ${index + 1}`,
    quantity: 1 + world.random.below(4),
    price: 99 + world.random.below(20_000),
    isVatIncluded: world.random.oneIn(2),
  }));
  const body = {
    ...{ clientId: client.id, workTypeId: type.id, description, date: day, confirm: MEANT },
    hardwareItems: sold.map(({ name, quantity, price, isVatIncluded }) => ({
      ...{ itemName: name, quantity, unitPrice: decimal(price), vatIncluded: isVatIncluded },
    })),
  };
  const id = await make(world, person, '/api/work-logs', body);
  enter(world, { id, person, day, minutes: 0, description, items: sold }, client, type);
};

const timer: Deed = async (world, person, day) => {
  const [client, type] = [drawClient(world), drawType(world)];
  const description = wordsOf(world);
  const choice = { clientId: client.id, workTypeId: type.id, description };
  await call(world, person, 'POST', '/api/timer/start', choice);
  const before = 5 + world.random.below(30);
  // Far from where half a minute is rounded: a request may take seconds of its own.
  const seconds = world.random.pick([1, 36]);
  await world.pass(before);
  let minutes = before;
  if (world.random.oneIn(2)) {
    await call(world, person, 'POST', '/api/timer/pause');
    await world.pass(7);
    await call(world, person, 'POST', '/api/timer/resume');
    await world.pass(10);
    minutes += 10;
  }
  await world.pass(seconds / 60);
  const id = await make(world, person, '/api/timer/stop', { confirm: MEANT });
  minutes += seconds >= 30 ? 1 : 0;
  enter(world, { id, person, day, minutes, description }, client, type);
};

/** A log of time of the last days that is on no invoice; null where there is none. */
function drawOpen({ book, random }: World): Log | null {
  const open = [...book.logs.values()]
    .slice(-30)
    .filter((log) => log.items.length === 0 && invoiceOf(book, log.id) === null);
  return open.length === 0 ? null : random.pick(open as [Log, ...Log[]]);
}

const edit: Deed = async (world, person) => {
  const log = drawOpen(world);
  const client = world.book.clients.find(({ id }) => id === log?.clientId);
  if (!log || !client) return;
  if (world.random.oneIn(3)) {
    const type = world.book.types.find(({ id, isItems }) => id !== log.typeId && !isItems);
    if (!type) return;
    await call(world, person, 'PUT', `/api/work-logs/${log.id}`, { workTypeId: type.id });
    Object.assign(log, { typeId: type.id, rate: rateOfEdited(client, type), isByRules: true });
    return;
  }
  const [minutes, description] = [drawMinutes(world), wordsOf(world)];
  const isBillable = !world.random.oneIn(8);
  const change = { duration: minutes, description, billable: isBillable };
  await call(world, person, 'PUT', `/api/work-logs/${log.id}`, { ...change, confirm: MEANT });
  Object.assign(log, { minutes, description, isBillable });
};

const deleteLog: Deed = async (world, person) => {
  const log = drawOpen(world);
  if (!log) return;
  // The same asked again, after an answer that was lost, finds it gone.
  await call(world, person, 'DELETE', `/api/work-logs/${log.id}`, undefined, [200, 204, 404]);
  if (world.random.oneIn(2)) {
    await world.pass(5);
    const path = `/work-logs/${log.id}/restore`;
    await press(world, person, path);
    return;
  }
  world.book.logs.delete(log.id);
  world.book.deleted.add(log.id);
};

/** In the order of how often. */
const DEEDS: [Deed, ...Deed[]] = [
  ...[byForm, byForm, byLine, byLine, byProgram, byProgram],
  ...[timer, timer, items, edit, edit, deleteLog],
] as [Deed, ...Deed[]];

/** Each kind of deed once. */
export const EVERY_DEED: readonly Deed[] = [...new Set(DEEDS)];

export const drawDeed = ({ random }: World): Deed => random.pick(DEEDS);
