import { describe, expect, test } from 'vitest';
import { completer } from './complete.ts';

const CLIENTS = ['Thorn Ltd', '5" Pipes', 'Ann "Kit" Lee'].map((name, id) => ({ id, name }));
const complete = completer({
  clients: CLIENTS,
  workTypes: [{ id: 1, name: 'Remote Support' }],
  today: '2026-11-20',
});
const offered = (text: string) => complete(text, text.length).options.map(({ insert }) => insert);

describe('What completes a line', () => {
  test.each([
    ['1h tho', ['Thorn Ltd']],
    ['1h "Thorn Ltd" rem', ['Remote Support']],
    ['1h "5" Pipes" rem', ['Remote Support']],
    ['1h "Ann "Kit" Lee" rem', ['Remote Support']],
    ['1h thorn "took rem', []],
    ['1h "5" Pipes" "took rem', []],
    ['1h thorn: rem', []],
  ])('%s', (line, names) => {
    expect(offered(line)).toEqual(names);
  });

  test.each(CLIENTS)('is understood as the name that was chosen: $name', ({ id, name }) => {
    const [insert = ''] = offered(name.replaceAll('"', '').slice(0, 3));
    const after = complete(`${insert} rem`, insert.length + 4).options;
    expect([id, after.map(({ kind }) => kind)]).toEqual([id, ['Work Type']]);
  });
});
