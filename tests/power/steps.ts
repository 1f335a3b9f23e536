import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ourFile, sendFile } from '../support/data/imports.ts';
import { idOf, type Answer } from '../support/server/visitor.ts';
import { END_OF_FILE } from './folder-state.ts';
import { dayOfTask, type Scene } from './scene.ts';

/** Something that a person or a program does with the product. */
export type Step = (scene: Scene) => Promise<void>;

/** Calls the API with a one-time key of its own, which must stay known. */
async function create(scene: Scene, path: string, body: unknown, kind: string): Promise<number> {
  const key = randomUUID();
  const answer = await scene.visitor.api('POST', path, body, { 'Idempotency-Key': key });
  if (answer.status >= 400) {
    scene.tell(answer);
    return 0;
  }
  const id = idOf(answer);
  scene.tell(answer, `key ${key}`, `entry ${kind}:${id} created`);
  return id;
}

/** Sends a form; the facts are noted when it leads on. */
async function press(
  scene: Scene,
  path: string,
  fields: Record<string, string> = {},
  ...facts: string[]
): Promise<Answer> {
  const answer = await scene.visitor.post(path, fields);
  scene.tell(answer, ...facts);
  return answer;
}

const one = <Item>(list: Item[], number: number, none: Item): Item =>
  list[number % list.length] ?? none;
const clientOf = ({ known }: Scene, number: number) => one(known.clients, number, 0);

/** One person does more in one day than it has hours, and tasks of long ago. */
const ANY_DAY = { confirm: 'day-date' };

const work = (scene: Scene, number: number) => ({
  clientId: clientOf(scene, number),
  workTypeId: scene.known.type,
  description: `Sample ${number} ${'of some length '.repeat(number % 7)}`.trim(),
  ...ANY_DAY,
});

/** The same as fields of a form. */
function workFields(scene: Scene, number: number): Record<string, string> {
  const { clientId, workTypeId, ...others } = work(scene, number);
  return {
    clientId: String(clientId),
    workTypeId: String(workTypeId),
    ...others,
    duration: '1.5',
    billable: 'on',
  };
}

async function logWork(scene: Scene): Promise<number> {
  const number = scene.next();
  const body = { ...work(scene, number), duration: 15 * (1 + (number % 20)) };
  const id = await create(scene, '/api/work-logs', body, 'work-log');
  if (id > 0) scene.known.logs.push(id);
  return id;
}

const items = (number: number) => [
  { itemName: `Cable ${number}`, quantity: 2, unitPrice: '9.99', vatIncluded: true },
  { itemName: 'Switch', quantity: 1, unitPrice: '90.00', vatIncluded: false },
];

async function untilImported(scene: Scene, id: number): Promise<Answer> {
  for (;;) {
    const answer = await scene.visitor.get(`/api/imports/${id}`);
    if (answer.status >= 400 || !answer.text.includes('"status":"running"')) return answer;
    await pause(20);
  }
}

const Pending = z
  .object({ data: z.array(z.object({ id: z.int() })) })
  .or(z.array(z.object({ id: z.int() })).transform((data) => ({ data })));

/** Ids of tasks in review, newest first. */
async function pendingIds({ visitor }: Scene): Promise<number[]> {
  const answer = await visitor.get('/api/pending-worklogs?status=pending_review&limit=50');
  const read = Pending.safeParse(answer.status < 400 ? answer.json() : []);
  return (read.data?.data ?? []).map(({ id }) => id);
}

/** Every way in which the product writes, by name. */
export const STEPS: Record<string, Step> = {
  'a log by the API': async (scene) => {
    await logWork(scene);
  },
  'a log by the form': async (scene) => {
    const fields = workFields(scene, scene.next());
    await press(scene, '/work-logs/new', fields, `log ${fields.description}`);
  },
  'a log of hardware': async (scene) => {
    const number = scene.next();
    const clientId = clientOf(scene, number);
    const body = { clientId, workTypeId: scene.known.hardware, hardwareItems: items(number) };
    await create(scene, '/api/work-logs', body, 'work-log');
  },
  'quick log': async (scene) => {
    const filled = workFields(scene, scene.next());
    const fields = {
      ...filled,
      hours: '1',
      minutes: '0',
      date: '2026-03-02',
    };
    await press(scene, '/work-logs/quick-log', fields, `log ${filled.description}`);
  },
  'a log in one line': async (scene) => {
    const key = randomUUID();
    const line = { line: `1h Client 1 Support by line ${scene.next()}`, ...ANY_DAY };
    const answer = await scene.visitor.api('POST', '/api/work-logs/line', line, {
      'Idempotency-Key': key,
    });
    scene.tell(answer, `key ${key}`);
  },
  edit: async (scene) => {
    const id = await logWork(scene);
    if (id === 0) return;
    const body = { description: `Edited ${scene.next()}` };
    const answer = await scene.visitor.api('PUT', `/api/work-logs/${id}`, body);
    scene.tell(answer, `entry work-log:${id} changed`);
  },
  'delete and undo': async (scene) => {
    const id = await logWork(scene);
    if (id === 0) return;
    // By the API, since a button that fails leads on, too, with a toast that says so.
    const answer = await scene.visitor.api('DELETE', `/api/work-logs/${id}`);
    if (scene.tell(answer, `entry work-log:${id} deleted`)) {
      await press(scene, `/work-logs/${id}/restore`);
    }
  },
  repeat: async (scene) => {
    const id = scene.known.logs.at(-1) ?? 0;
    await press(scene, '/work-logs/repeat', { repeat: String(id), back: '/work-logs', ...ANY_DAY });
  },
  'a client': async (scene) => {
    const number = scene.next();
    const body = { name: `Further ${number}`, standardRate: '60.00', premiumRate: '90.00' };
    const id = await create(scene, '/api/clients', body, 'client');
    if (id === 0) return;
    const fields = { name: `Renamed ${number}`, standardRate: '65', premiumRate: '90' };
    await press(scene, `/clients/${id}/edit`, fields, `entry client:${id} changed`);
    await press(scene, `/clients/${id}/deactivate`);
  },
  'a work type': async (scene) => {
    const body = { name: `Type ${scene.next()}`, hourlyRate: '75.00' };
    const id = await create(scene, '/api/work-types', body, 'work-type');
    if (id === 0) return;
    const answer = await scene.visitor.api('DELETE', `/api/work-types/${id}`);
    scene.tell(answer, `entry work-type:${id} deleted`);
  },
  timer: async (scene) => {
    await press(scene, '/timer/start', { clientId: String(clientOf(scene, 0)) });
    const answer = await scene.visitor.api('POST', '/api/timer/discard', {});
    scene.tell(answer);
  },
  'tasks from Todoist': async (scene) => {
    scene.known.tasks += 4;
    const startDate = dayOfTask(scene.known.tasks - 4);
    const endDate = dayOfTask(scene.known.tasks - 1);
    const body = { startDate, endDate };
    scene.tell(await scene.visitor.api('POST', '/api/todoist/sync-completed', body));
    const [confirmed = 0, archived = 0, rejected = 0, edited = 0] = await pendingIds(scene);
    const { visitor } = scene;
    const choice = { clientId: clientOf(scene, 1), workTypeId: scene.known.type, duration: 45 };
    const at = (id: number) => `/api/pending-worklogs/${id}`;
    const changed = (id: number) => `entry pending-work-log:${id} changed`;
    if (edited > 0) scene.tell(await visitor.api('PUT', at(edited), choice), changed(edited));
    if (confirmed > 0) {
      scene.tell(await visitor.api('PUT', at(confirmed), choice), changed(confirmed));
      scene.tell(
        await visitor.api('POST', `${at(confirmed)}/confirm`, ANY_DAY),
        changed(confirmed),
      );
    }
    if (archived > 0)
      scene.tell(await visitor.api('POST', `${at(archived)}/archive`), changed(archived));
    if (rejected > 0) scene.tell(await visitor.api('DELETE', at(rejected)));
  },
  invoices: async (scene) => {
    await logWork(scene);
    scene.tell(await scene.visitor.api('POST', '/api/xero/create-invoices', {}));
  },
  'a file': async (scene) => {
    const number = scene.next();
    const lines = Array.from(
      { length: 5 },
      (_, line) =>
        `2026-03-02 10:${10 + line},Client 1,Support,60,File ${number}.${line},true,60,,`,
    );
    const answer = await sendFile(scene.visitor, ourFile(...lines), { query: '?confirm=doubtful' });
    if (!scene.tell(answer)) return;
    const id = idOf(answer);
    const ended = await untilImported(scene, id);
    if (ended.text.includes('"status":"done"')) scene.tell(ended, `import ${id}`);
    if (number % 3 === 0) scene.tell(await scene.visitor.api('DELETE', `/api/imports/${id}`));
  },
  'a file that waits': async (scene) => {
    const number = scene.next();
    const begin = '2026-03-02 10:00,Client 1,Support,60';
    const file = `${ourFile(`${begin},Waiting ${number},true,60,,`)}${begin},${END_OF_FILE}`;
    const body = new FormData();
    body.set('file', new Blob([file], { type: 'text/csv' }), 'logs.csv');
    const headers = { Origin: scene.url, 'Sec-Fetch-Site': 'same-origin' };
    scene.tell(await scene.visitor.send('/import', { method: 'POST', headers, body }));
  },
  settings: async (scene) => {
    const number = scene.next();
    await press(
      scene,
      '/settings/week-target',
      { target: String(1 + (number % 20)) },
      'setting week.target',
    );
    await press(scene, '/settings/xero/template', { template: `{description} ${number}` });
    const apiToken = scene.todoist.token;
    await press(scene, '/settings/todoist/token', { apiToken }, 'entry settings: changed');
    const rule = { words: `router ${number}`, duration: '0.5' };
    await press(scene, '/settings/rules/new', rule, `rule ${rule.words}`);
  },
  'sign in': async (scene) => {
    await scene.signIn();
  },
  backup: async (scene) => {
    await press(scene, '/settings/backups', {}, 'backup');
  },
};

/** Connects to Xero as a person does, and makes the first records. */
export async function prepare(scene: Scene): Promise<void> {
  const { visitor, known } = scene;
  for (const number of [1, 2, 3]) {
    const body = { name: `Client ${number}`, standardRate: '60.00', premiumRate: '90.00' };
    known.clients.push(await create(scene, '/api/clients', body, 'client'));
  }
  const types = [
    ['Support', '75.00'],
    ['Hardware', '0'],
  ] as const;
  const ids: number[] = [];
  for (const [name, hourlyRate] of types) {
    ids.push(await create(scene, '/api/work-types', { name, hourlyRate }, 'work-type'));
  }
  [known.type = 0, known.hardware = 0] = ids;
  const asked = await visitor.get('/api/xero/authorize');
  const state = new URL(asked.location ?? '').searchParams.get('state') ?? '';
  scene.tell(await visitor.get(`/api/xero/callback?code=${scene.xero.grantCode()}&state=${state}`));
  await press(scene, '/settings/todoist/token', { apiToken: scene.todoist.token });
}
