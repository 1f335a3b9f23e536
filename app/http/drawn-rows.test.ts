import { createElement } from 'react';
import { expect, test } from 'vitest';
import { drawRows } from './drawn-rows.server.ts';

let drawn = 0;

function Row({ name }: { name: string }) {
  drawn += 1;
  return createElement('tr', null, createElement('td', null, name));
}

const Other = ({ name }: { name: string }) => createElement('li', null, name);

test('A row is drawn once while it is the same, and anew when anything of it differs', () => {
  const draw = drawRows();
  drawn = 0;
  expect(draw(Row, { name: 'A & B' })).toBe('<tr><td>A &amp; B</td></tr>');
  expect(draw(Row, { name: 'A & B' })).toBe('<tr><td>A &amp; B</td></tr>');
  expect(drawn).toBe(1);
  expect(draw(Row, { name: 'C' })).toBe('<tr><td>C</td></tr>');
  expect(drawn).toBe(2);
  // Another kind of row with the same contents is another row.
  expect(draw(Other, { name: 'C' })).toBe('<li>C</li>');
});

test('What no page had for longest is forgotten first, so that what is kept stays bounded', () => {
  // Room for four.
  const draw = drawRows(4 * `0 {"name":"A"}<tr><td>A</td></tr>`.length);
  drawn = 0;
  for (const name of ['A', 'B', 'C', 'D', 'A', 'E']) draw(Row, { name });
  expect(drawn).toBe(5);
  draw(Row, { name: 'A' });
  expect(drawn).toBe(5);
  draw(Row, { name: 'B' });
  expect(drawn).toBe(6);
});
