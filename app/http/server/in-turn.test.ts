import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import express, { type Request, type Response } from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import { startTags } from '#tests/support/html.ts';
import { inTurn, type QueueLimits } from './in-turn.ts';

const request = (socket = {}, path = '/') =>
  Object.assign(new EventEmitter(), { method: 'GET', socket, path }) as unknown as Request;
const response = (closed = false) =>
  Object.assign(new EventEmitter(), { closed }) as unknown as Response;

describe('Requests that come at once', () => {
  test('begin one in each turn of the event loop, in their order', async () => {
    const handle = inTurn();
    const begun: [number: number, turn: number][] = [];
    let turn = 0;
    for (const number of [1, 2, 3, 4]) {
      handle(request(), response(), () => begun.push([number, turn]));
    }
    expect(begun).toEqual([]);
    for (; turn < 8; turn += 1) await nextTurn();
    expect(begun.map(([number]) => number)).toEqual([1, 2, 3, 4]);
    expect(new Set(begun.map(([, when]) => when)).size).toBe(4);
  });

  test('wait for those that connect, but not for ever', async () => {
    const handle = inTurn();
    const begun: number[] = [];
    for (let number = 0; number < 60; number += 1) {
      handle(request(), response(), () => begun.push(number));
      await nextTurn();
    }
    expect(begun.length).toBeGreaterThan(1);
    expect(begun.length).toBeLessThan(6);
    for (let turn = 0; turn < 70; turn += 1) await nextTurn();
    expect(begun).toEqual(Array.from({ length: 60 }, (_, number) => number));
  });

  test('do not wait for what comes over a connection that is there', async () => {
    const handle = inTurn();
    const socket = {};
    const begun: number[] = [];
    for (let number = 0; number < 20; number += 1) {
      handle(request(socket), response(), () => begun.push(number));
      await nextTurn();
    }
    expect(begun.length).toBeGreaterThan(15);
  });

  test('are left out where nobody waits for them any more, and later ones begin', async () => {
    const handle = inTurn();
    const begun: string[] = [];
    handle(request(), response(), () => begun.push('first'));
    handle(request(), response(true), () => begun.push('left'));
    handle(request(), response(), () => begun.push('last'));
    for (let turn = 0; turn < 8; turn += 1) await nextTurn();
    expect(begun).toEqual(['first', 'last']);
    handle(request(), response(), () => begun.push('later'));
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    expect(begun).toEqual(['first', 'last', 'later']);
  });
});

describe('When too many wait', () => {
  let server: Server | null = null;

  afterEach(() => server?.close());

  /** A server that takes so many requests at once, and says what it was sent. */
  async function listen(limits: Partial<QueueLimits>): Promise<string> {
    const app = express();
    const many = { longest: 1_000, largest: 1_000_000 };
    app.use(express.raw({ type: () => true }), inTurn({ ...many, ...limits }));
    app.use((asked, answer) => {
      answer.json([...new URLSearchParams(String(asked.body))]);
    });
    server = createServer(app);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test('a page says so and asks again by itself', async () => {
    const answer = await fetch(`${await listen({ longest: 0 })}/work-logs`);
    expect([
      answer.status,
      answer.headers.get('Retry-After'),
      answer.headers.get('Refresh'),
    ]).toEqual([503, '5', '5']);
    expect(await answer.text()).toContain('No changes were made. This page tries again');
  });

  test('a form comes back with all that was typed, and a button that sends it again', async () => {
    const fields = [
      ['description', 'Moved "the" <server> & more\r\nover two lines'],
      ['item', 'one'],
      ['item', 'two'],
    ];
    const body = new URLSearchParams(fields);
    const busy = await listen({ longest: 0 });
    const answer = await fetch(`${busy}/work-logs/new?back=%2F`, { method: 'POST', body });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
    const page = await answer.text();
    expect(page).toContain('What you entered is kept in this page');
    const [form] = startTags(page, 'form');
    expect(form).toMatchObject({ method: 'post', action: '/work-logs/new?back=%2F' });
    const kept = startTags(page, 'input').map(({ name = '', value = '' }) => [name, value]);
    expect(kept).toEqual(fields);
    server?.close();
    const calm = await listen({});
    const again = await fetch(`${calm}${form?.action ?? ''}`, {
      method: 'POST',
      body: new URLSearchParams(kept),
    });
    expect(await again.json()).toEqual(fields);
  });

  test('a caller of the API gets JSON', async () => {
    const answer = await fetch(`${await listen({ longest: 0 })}/api/work-logs`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      message: expect.stringContaining('No changes were made. Wait a few seconds') as string,
    });
  });

  test('the bytes of those that wait count, too', async () => {
    const url = await listen({ largest: 10 });
    const send = (body: string) => fetch(url, { method: 'POST', body });
    expect((await send('12345')).status).toBe(200);
    expect((await send('12345678901')).status).toBe(503);
  });
});
