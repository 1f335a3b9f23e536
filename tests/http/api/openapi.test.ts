import { expect, test } from 'vitest';
import { checkerAt, openApi } from '../../support/openapi.ts';
import { api } from '../../support/route-ids.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { visit } from '../../support/server/visitor.ts';

const shared = useSharedServer();

test('anybody may read the document', async () => {
  const answer = await visit(shared().server).get('/api/openapi.json');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(answer.json()).toEqual(openApi);
});

test('it has every address of the API and every method', () => {
  const said = Object.entries(openApi.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const there = Object.entries(api).flatMap(([path, handlers]) =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
      .filter((method) => method in handlers)
      .map((method) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
  );
  expect(said.sort()).toEqual(there.sort());
});

const OPERATIONS = Object.entries(openApi.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
);

test('each operation has a name of its own', () => {
  const names = OPERATIONS.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([]);
});

test('every schema in it is one of JSON Schema 2020-12', () => {
  for (const { path, method, operation } of OPERATIONS) {
    const at = ['paths', path, method];
    for (const type of Object.keys(operation.requestBody?.content ?? {})) {
      checkerAt(...at, 'requestBody', 'content', type, 'schema');
    }
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (content) checkerAt(...at, 'responses', status, 'content', 'application/json', 'schema');
    }
    for (const index of operation.parameters?.keys() ?? []) {
      checkerAt(...at, 'parameters', String(index), 'schema');
    }
  }
});
