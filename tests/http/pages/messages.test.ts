import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { useSharedServer } from '../../support/server/shared-server.ts';

const shared = useSharedServer();

/** Sends bytes as they are, and gives the first line of each answer. */
async function send(message: string): Promise<string[]> {
  const { hostname, port } = new URL(shared().server.url);
  const socket = connect(Number(port), hostname);
  // Not ended here: whoever hangs up is not answered any more.
  socket.write(message);
  const answers = await text(socket);
  return [...answers.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status = '']) => status);
}

const HIDDEN = 'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const POST = 'POST /clients/new HTTP/1.1\r\nHost: x\r\n';

test.each([
  ['two lengths', `${POST}Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  [
    'a length and chunks',
    `${POST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  ],
  ['chunks under another name', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['a length that is no number', `${POST}Content-Length: +0\r\n\r\n${HIDDEN}`],
  ['a header across lines', `GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n\tb: c\r\n: d\r\n\r\n`],
])('A message with %s is refused, and what follows it is not read', async (_, message) => {
  expect(await send(message)).toEqual(['400']);
});

test('Two messages after each other are two, so that the above means something', async () => {
  const first = 'GET /up HTTP/1.1\r\nHost: x\r\n\r\n';
  expect(await send(`${first}${HIDDEN}`)).toEqual(['200', '404']);
});
