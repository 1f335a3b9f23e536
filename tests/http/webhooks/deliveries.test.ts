import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { write } from '#db/connection.server.ts';
import { clients } from '#db/schema.ts';
import { readSetting } from '#app/platform/settings-store.server.ts';
import { PAUSES } from '#app/webhooks/deliver.server.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';
import {
  addClientBy,
  addWebhook,
  checkStandard,
  deliveriesOf,
  formOf,
  LOCAL,
  useWebhookReceiver,
  webhooksOf,
} from '../../support/server/webhooks.ts';

const receiver = useWebhookReceiver();
const server = useServer(() => LOCAL);

const START = new Date('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;
let now = START;
let visitor: Visitor;

/** Lets time pass; the server notices by itself. */
function pass(milliseconds: number): void {
  now = new Date(now.getTime() + milliseconds);
  server().setClock(now);
}

beforeEach(async () => {
  now = START;
  server().setClock(now);
  visitor = await visitSignedIn(server());
});

const received = () => receiver().received;
const arrived = (count: number) =>
  expect.poll(() => received().length, { timeout: 20_000 }).toBe(count);
const noted = (count: number, status: string) =>
  expect
    .poll(() => deliveriesOf(server()).filter((one) => one.status === status).length, {
      timeout: 20_000,
    })
    .toBe(count);
const attempted = (attempts: number) =>
  expect.poll(() => deliveriesOf(server())[0]?.attempts, { timeout: 20_000 }).toBe(attempts);
const press = (id: number, fields: Record<string, string>) =>
  visitor.post(`/settings/webhooks/${id}/press`, fields);
const page = async (path: string) => visibleText((await visitor.get(path)).text);

const Entry = z.object({
  by: z.string(),
  record: z.string(),
  action: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

test('What happens to records is told, signed, with before and after; nothing from before the webhook is', async () => {
  const clientId = addClient(server(), 'Acme');
  const workTypeId = addWorkType(server(), 'Support');
  addLog(server(), { clientId, workTypeId });
  pass(1_000);
  const events = ['created', 'updated', 'deleted'].map((action) => `work-log.${action}`);
  const { key } = await addWebhook(visitor, `${receiver().url}/in?x=1`, events);

  const log = addLog(server(), { clientId, workTypeId, description: 'Printer' });
  await visitor.api('PUT', `/api/work-logs/${log}`, { description: 'Mailbox' });
  await visitor.api('DELETE', `/api/work-logs/${log}`);
  await addClientBy(visitor, 'Not told of');
  await arrived(3);
  await noted(3, 'delivered');

  const bodies = received().map((one) => checkStandard(one, key));
  expect(bodies.map(({ type }) => type)).toEqual(events);
  const data = bodies.map((body) => Entry.parse(body.data));
  expect(data.map(({ record }) => record)).toEqual(Array(3).fill(`work-log:${log}`));
  expect(data[1]?.before).toMatchObject({ description: 'Printer' });
  expect(data[1]?.after).toMatchObject({ description: 'Mailbox', client: { name: 'Acme' } });
  expect([data[1]?.by, data[2]?.after]).toEqual(['alex@example.com', null]);
  expect(received().map(({ path, headers }) => [path, headers['content-type']])).toEqual(
    Array(3).fill(['/in?x=1', 'application/json']),
  );
  expect(new Set(received().map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  const [first] = received();
  expect(() => checkStandard(first && { ...first, body: '{}' }, key)).toThrow();
});

test('What fails is sent again after growing pauses, under its id, and then given up; Send again sends it', async () => {
  receiver().answer({ kind: 'refuses', status: 500, body: 'No room' });
  const { id, key } = await addWebhook(visitor, receiver().url, ['client.created']);
  await addClientBy(visitor, 'Acme');
  await attempted(1);
  for (const [index, pause] of PAUSES.entries()) {
    expect(deliveriesOf(server())[0]?.dueAt).toEqual(new Date(now.getTime() + pause));
    expect(received()).toHaveLength(index + 1);
    pass(pause);
    await attempted(index + 2);
  }
  await noted(1, 'failed');
  expect(await page(`/settings/webhooks/${id}`)).toMatch(
    /Failed, 500\s*The answer was 500: No room/,
  );
  const [first] = received();
  for (const one of received()) {
    expect(one.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    checkStandard(one, key);
  }
  expect(new Set(received().map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);

  receiver().answer({ kind: 'takes' });
  const [delivery] = deliveriesOf(server());
  const answer = await press(id, { press: 'again', delivery: String(delivery?.id) });
  expect(toastOf((await visitor.get(answer.location ?? '')).text)).toContain('Arrived (204)');
  expect(received().at(-1)?.headers['webhook-id']).toBe(delivery?.messageId);
  await noted(1, 'delivered');
});

test('A receiver that asks for a pause gets it; one that is gone is told nothing any more', async () => {
  receiver().answer({ kind: 'refuses', status: 429, headers: { 'Retry-After': '600' } });
  const { id } = await addWebhook(visitor, receiver().url, ['client.created']);
  await addClientBy(visitor, 'Acme');
  await attempted(1);
  expect(deliveriesOf(server())[0]?.dueAt).toEqual(new Date(now.getTime() + 600_000));
  expect(webhooksOf(server())[0]?.heldUntil).toEqual(new Date(now.getTime() + 600_000));

  receiver().answer({ kind: 'refuses', status: 410 });
  pass(600_000);
  await noted(1, 'failed');
  expect(webhooksOf(server())[0]?.state).toBe('ended');
  expect(await page('/settings')).toContain(
    'Webhooks that no longer arrive Receiver: Its receiver answered',
  );
  await addClientBy(visitor, 'Bay');
  pass(60_000);
  await press(id, { press: 'resume' });
  receiver().answer({ kind: 'takes' });
  await addClientBy(visitor, 'Cove');
  await noted(1, 'delivered');
  expect(received().at(-1)?.body).toContain('Cove');
  expect(received().some(({ body }) => body.includes('Bay'))).toBe(false);
  expect(await page('/settings')).not.toContain('no longer arrive');
});

test('Redirects, broken lines and endless answers are failures, or not, that the log says in a sentence', async () => {
  const { id } = await addWebhook(visitor, receiver().url, ['client.created']);
  const tried: [Parameters<ReturnType<typeof receiver>['answer']>[0], string][] = [
    [{ kind: 'redirects', to: `${receiver().url}/elsewhere` }, 'redirect (302), which is not'],
    [{ kind: 'closes' }, 'The address could not be reached (ECONNRESET).'],
    [{ kind: 'endless' }, 'Arrived (200)'],
    [{ kind: 'takes', status: 202 }, 'Arrived (202)'],
  ];
  for (const [mode, sentence] of tried) {
    receiver().answer(mode);
    const answer = await press(id, { press: 'test' });
    expect(toastOf((await visitor.get(answer.location ?? '')).text)).toContain(sentence);
  }
  expect(received().map(({ path }) => path)).toEqual(['/', '/', '/', '/']);
  // A test that failed is not tried again, and nothing counts as failing for it.
  expect(
    deliveriesOf(server())
      .map(({ status }) => status)
      .sort(),
  ).toEqual(['delivered', 'delivered', 'failed', 'failed']);
  expect(webhooksOf(server())[0]).toMatchObject({ failingSince: null, heldUntil: null });
});

test('A webhook of which nothing arrived for five days is paused, and Settings says so', async () => {
  receiver().answer({ kind: 'closes' });
  await addWebhook(visitor, receiver().url, ['client.created']);
  await addClientBy(visitor, 'Acme');
  await attempted(1);
  pass(119 * HOUR);
  await addClientBy(visitor, 'Bay');
  await expect.poll(() => deliveriesOf(server())[0]?.attempts, { timeout: 20_000 }).toBe(2);
  expect(webhooksOf(server())[0]?.state).toBe('active');
  pass(HOUR);
  await expect.poll(() => webhooksOf(server())[0]?.state, { timeout: 20_000 }).toBe('paused');
  expect(await page('/settings')).toContain('Receiver: Nothing has arrived there for five days.');
  expect(await page('/settings/webhooks')).toMatch(/Failing\s*Nothing has arrived/);
});

test('Paused, nothing is told; resumed, only what happens from then on', async () => {
  const { id } = await addWebhook(visitor, receiver().url, ['client.created']);
  await press(id, { press: 'pause' });
  await addClientBy(visitor, 'Meanwhile');
  await press(id, { press: 'resume' });
  await addClientBy(visitor, 'Afterwards');
  await arrived(1);
  expect(received()[0]?.body).toContain('Afterwards');
});

test('The key is shown until it is noted, or for ten minutes; a new one signs from then on', async () => {
  const { id, key } = await addWebhook(visitor, receiver().url, ['client.created']);
  const path = `/settings/webhooks/${id}`;
  expect(await page(path)).toContain(key);
  await press(id, { press: 'noted' });
  expect(await page(path)).not.toContain('whsec_');
  await visitor.post(`${path}/key`);
  const renewed = /whsec_[\w+/=]+/.exec((await visitor.get(path)).text)?.[0] ?? '';
  expect(renewed).not.toBe(key);
  pass(600_000);
  expect(await page(path)).not.toContain('whsec_');
  await press(id, { press: 'test' });
  expect(() => checkStandard(received()[0], key)).toThrow();
  expect(checkStandard(received()[0], renewed)).toMatchObject({ type: 'test' });
});

test('Neither keys nor headers nor addresses are in the log, in the history or in what the receiver says back', async () => {
  const authorization = 'Bearer tk_planted';
  receiver().answer({ kind: 'refuses', status: 400, body: `Who is ${authorization}?` });
  const url = `${receiver().url}/planted-path`;
  const { id, key } = await addWebhook(visitor, url, ['client.created'], { authorization });
  await addClientBy(visitor, 'Acme');
  await attempted(1);
  expect(received()[0]?.headers.authorization).toBe(authorization);
  await visitor.post(`/settings/webhooks/${id}/key`);
  const { db } = server().services;
  const stored = JSON.stringify([
    deliveriesOf(server()),
    webhooksOf(server()).map((row) => ({ ...row, url: null })),
    db.$client.prepare('select * from history_entries').all(),
    db.$client.prepare('select * from one_time_keys').all(),
    server().logLines(),
  ]);
  for (const secret of [key, key.slice(6), 'tk_planted', 'planted-path']) {
    expect(stored).not.toContain(secret);
  }
  expect(stored).toContain('webhook:1');
});

test('The header goes to no other server: an edit that leads there has it again, or removes it', async () => {
  const authorization = 'Bearer tk_first';
  const { id } = await addWebhook(visitor, `${receiver().url}/in`, ['client.created'], {
    authorization,
  });
  const edit = (url: string, more: Record<string, string> = {}) =>
    visitor.post(`/settings/webhooks/${id}/edit`, formOf(url, ['client.created'], more));
  const sent = async () => {
    await press(id, { press: 'test' });
    return received().at(-1)?.headers.authorization;
  };
  expect((await edit(`${receiver().url}/other`)).status).toBe(303);
  expect(await sent()).toBe(authorization);

  const elsewhere = receiver().url.replace('127.0.0.1', 'localhost');
  const refused = await edit(elsewhere);
  expect([refused.status, visibleText(refused.text)]).toEqual([
    400,
    expect.stringContaining('enter its header, or remove the stored one'),
  ]);
  expect(webhooksOf(server())[0]?.url).toBe(`${receiver().url}/other`);
  expect((await edit(elsewhere, { authorization: 'Bearer tk_second' })).status).toBe(303);
  expect(await sent()).toBe('Bearer tk_second');
  expect((await edit(receiver().url, { forgetAuthorization: 'on' })).status).toBe(303);
  expect(await sent()).toBeUndefined();
});

test('Many changes at once are told of, some at a time', async () => {
  await addWebhook(visitor, receiver().url, ['client.created', 'client.updated']);
  const { services } = server();
  const MANY = 2_000;
  const rates = { standardRatePence: 6_000, premiumRatePence: 9_000 };
  write(services.db, () => {
    for (let index = 0; index < MANY; index += 1) {
      services.db
        .insert(clients)
        .values({ name: `Client ${index}`, ...rates, createdAt: now, updatedAt: now })
        .run();
    }
  });
  const seenBetween = new Set<number>();
  const timer = setInterval(() => seenBetween.add(deliveriesOf(server()).length), 5);
  await expect.poll(() => deliveriesOf(server()).length, { timeout: 60_000 }).toBe(MANY);
  clearInterval(timer);
  // Whoever waits comes first between two portions, and sees some of them.
  expect([...seenBetween].filter((count) => count > 0 && count < MANY).length).toBeGreaterThan(3);
  await expect.poll(() => received().length, { timeout: 60_000 }).toBeGreaterThan(200);
});

test('Deliveries are cleared away 30 days after', async () => {
  await addWebhook(visitor, receiver().url, ['client.created']);
  await addClientBy(visitor, 'Acme');
  await noted(1, 'delivered');
  pass(29 * 24 * HOUR);
  visitor = await visitSignedIn(server());
  await addClientBy(visitor, 'Bay');
  await noted(2, 'delivered');
  // What is old goes by a clock that has been believed for a day.
  pass(2 * 24 * HOUR);
  const clockNoted = () => readSetting(server().services, 'clock.noted');
  await expect.poll(clockNoted, { timeout: 20_000 }).toContain(`"newest":${now.getTime()}`);
  pass(25 * HOUR);
  await expect.poll(() => deliveriesOf(server()).length, { timeout: 20_000 }).toBe(1);
});
