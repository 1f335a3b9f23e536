import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { AnswerTooLarge, boundedFetch } from './bounded-answer.server.ts';

const MEGABYTE = 1_000_000;

async function withService(
  answer: RequestListener,
  work: (address: string, closed: Promise<unknown>) => Promise<void>,
): Promise<void> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closed = new Promise((resolve) => {
    server.once('connection', (socket) => socket.once('close', resolve));
  });
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, closed);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test('An answer of the allowed size is read as it is, with its status and headers', () =>
  withService(
    (_, response) => response.writeHead(429, { 'Retry-After': '4' }).end('x'.repeat(100)),
    async (address) => {
      const answer = await boundedFetch(100)(address);
      expect(answer.status).toBe(429);
      expect(answer.headers.get('retry-after')).toBe('4');
      expect(await answer.text()).toHaveLength(100);
    },
  ));

test('One byte more is refused', () =>
  withService(
    (_, response) => response.end('x'.repeat(101)),
    async (address) => {
      const answer = await boundedFetch(100)(address);
      await expect(answer.text()).rejects.toThrow(AnswerTooLarge);
    },
  ));

test('An endless answer is left, and its connection closed', () =>
  withService(
    (_, response) => {
      const piece = Buffer.alloc(64_000, ' ');
      const send = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', send);
      send();
    },
    async (address, closed) => {
      const answer = await boundedFetch(MEGABYTE)(address);
      await expect(answer.json()).rejects.toThrow(AnswerTooLarge);
      await closed;
    },
  ));

test('A small answer that unpacks to a gigabyte is counted unpacked, and takes no such memory', () => {
  const part = gzipSync(Buffer.alloc(64 * MEGABYTE, ' '), { level: constants.Z_BEST_COMPRESSION });
  return withService(
    (_, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(Buffer.concat(Array.from({ length: 16 }, () => part)));
    },
    async (address) => {
      const before = process.memoryUsage.rss();
      const answer = await boundedFetch(MEGABYTE)(address);
      await expect(answer.text()).rejects.toThrow(AnswerTooLarge);
      expect(process.memoryUsage.rss() - before).toBeLessThan(128 * MEGABYTE);
    },
  );
});

test('A redirect that is not followed keeps its status', () =>
  withService(
    (_, response) => response.writeHead(302, { Location: '/elsewhere' }).end(),
    async (address) => {
      const answer = await boundedFetch(MEGABYTE)(address, { redirect: 'manual' });
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe('/elsewhere');
    },
  ));
