import { expect, test } from 'vitest';
import { useServer } from '#tests/support/server/use-server.ts';
import { visit, type Visitor } from '#tests/support/server/visitor.ts';

const server = useServer();

const PATH = '/script-errors';
const REPORT = {
  name: 'SyntaxError',
  message: `Unexpected token 'M', "Ms Penrose, 12 Quay St" is not valid JSON`,
  stack: `SyntaxError: "Ms Penrose" is not valid\n    at read (https://tally.example/assets/ui-1a2b.js:1:42)\n    at https://tally.example/assets/root-3c4d.js:7:5`,
  path: '/clients/7/edit',
};

function report(visitor: Visitor, sent: unknown = REPORT, headers = fromUs()) {
  const body = typeof sent === 'string' ? sent : JSON.stringify(sent);
  return visitor.send(PATH, { method: 'POST', body, headers });
}

/** The headers with which a beacon states its origin. */
function fromUs(): Record<string, string> {
  return { 'Content-Type': 'text/plain;charset=UTF-8', 'Sec-Fetch-Site': 'same-origin' };
}

function reports() {
  return server()
    .logLines()
    .filter(({ msg }) => msg === 'A script failed');
}

test('An error of a script is logged with its kind and place, and nothing that the page shows', async () => {
  expect((await report(visit(server()))).status).toBe(204);
  expect(reports()).toHaveLength(1);
  expect(reports()[0]).toMatchObject({
    level: 40,
    name: 'SyntaxError',
    scriptError: `Unexpected token '…" is not valid JSON`,
    at: ['/assets/ui-1a2b.js:1:42', '/assets/root-3c4d.js:7:5'],
    path: '/clients/7/edit',
  });
  expect(JSON.stringify(reports())).not.toMatch(/Penrose|Quay/);
});

test.each([
  ['no JSON', 'not JSON', 400],
  ['other fields', { message: 'x' }, 400],
  ['more than is taken', { ...REPORT, stack: 'x'.repeat(20_000) }, 413],
])('%s is refused', async (_name, sent, status) => {
  expect((await report(visit(server()), sent)).status).toBe(status);
  expect(reports()).toEqual([]);
});

test('another site cannot report errors', async () => {
  const headers = { ...fromUs(), 'Sec-Fetch-Site': 'cross-site' };
  expect((await report(visit(server()), REPORT, headers)).status).toBe(403);
  const unnamed = { 'Content-Type': 'text/plain' };
  expect((await report(visit(server()), REPORT, unnamed)).status).toBe(403);
  expect(reports()).toEqual([]);
});

test('one address reports twenty errors a minute, and no more', async () => {
  const visitor = visit(server());
  const statuses: number[] = [];
  for (let count = 0; count < 22; count += 1) statuses.push((await report(visitor)).status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(20);
  expect(statuses.slice(20)).toEqual([429, 429]);
  expect(reports()).toHaveLength(20);
});
