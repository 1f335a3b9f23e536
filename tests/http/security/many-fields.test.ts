import { describe, expect, test } from 'vitest';
import { longestTurn, longestWait } from '../../support/longest-turn.ts';
import { visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import type { Answer } from '../../support/server/visitor.ts';

const shared = useSharedServer();

const KIB = 1024;
const TOO_MUCH = 'Not saved: this form has too many fields.';

const MULTIPART = 'multipart/form-data; boundary=b';
const head = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n`;
const equalParts = (count: number) => `${`${head('name')}\r\nx\r\n`.repeat(count)}--b--\r\n`;
const longHead = (lines: number) =>
  `--b\r\n${'x: y\r\n'.repeat(lines)}${head('name').slice(5)}\r\nx\r\n--b--\r\n`;

/** Sends a body; gives the answer, and fails if others waited too long for it. */
async function send(path: string, type: string, body: string): Promise<Answer> {
  const { server, visitor } = shared();
  const headers = { Origin: server.url, 'Content-Type': type };
  let answer: Answer | undefined;
  const longest = await longestTurn(async () => {
    answer = await visitor.send(path, { method: 'POST', body, headers });
  });
  expect(longest).toBeLessThan(longestWait());
  if (!answer) throw new Error('There is no answer');
  return answer;
}

describe('A form of more fields than any of ours has is refused before it holds others up', () => {
  test.each<[what: string, path: string, type: string, body: () => string]>([
    ['4 MB of equal parts, with a file', '/import', MULTIPART, () => equalParts(80_000)],
    ['a part whose head does not end, with a file', '/import', MULTIPART, () => longHead(700_000)],
    ['equal parts', '/clients/new', MULTIPART, () => equalParts(8_000)],
    ['a part whose head does not end', '/clients/new', MULTIPART, () => longHead(60_000)],
    [
      'equal names',
      '/clients/new',
      'application/x-www-form-urlencoded',
      () => 'name=&'.repeat(85_000),
    ],
    [
      'equal names without a value',
      '/work-logs/create-invoices',
      'application/x-www-form-urlencoded',
      () => 'a&'.repeat(19_000),
    ],
  ])('%s', async (_, path, type, body) => {
    const answer = await send(path, type, body());
    expect(answer.status).toBe(413);
    expect(visibleText(answer.text)).toContain(TOO_MUCH);
  });
});

describe('JSON of whatever shape is answered before it holds others up, with a short answer', () => {
  const names = Array.from({ length: 40_000 }, (_, n) => `"n${n}":1`);
  test.each<[what: string, body: string]>([
    ['names that nothing has', `{${names.join(',')}}`],
    ['one name many times', `{${'"name":1,'.repeat(50_000)}"name":1}`],
    ['many of what is wrong', `{"hardwareItems":[${'1,'.repeat(200_000)}1]}`],
    ['lists in lists', `{"hardwareItems":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ])('%s', async (_, body) => {
    for (const path of ['/api/clients', '/api/work-logs']) {
      const answer = await send(path, 'application/json', body);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.text.length).toBeLessThan(64 * KIB);
    }
  });
});
