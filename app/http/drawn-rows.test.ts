import { createElement } from 'react';
import { expect, test } from 'vitest';
import { drawRows, type PageParts } from './drawn-rows.server.ts';

let drawn = 0;

function Row({ name }: { name: string }) {
  drawn += 1;
  return createElement('tr', null, createElement('td', null, name));
}

const Other = ({ name }: { name: string }) => createElement('li', null, name);

/** What a page shows for a row. */
function shown(page: PageParts, Kind: typeof Row, name: string): string {
  return page.bytesOf(page.draw(Kind, { name })).toString();
}

test('A row is drawn once while it is the same, and anew when anything of it differs', () => {
  const begin = drawRows();
  drawn = 0;
  expect(shown(begin(), Row, 'A & B')).toBe('<tr><td>A &amp; B</td></tr>');
  expect(shown(begin(), Row, 'A & B')).toBe('<tr><td>A &amp; B</td></tr>');
  expect(drawn).toBe(1);
  expect(shown(begin(), Row, 'C')).toBe('<tr><td>C</td></tr>');
  expect(drawn).toBe(2);
  // Another kind of row with the same contents is another row.
  expect(shown(begin(), Other, 'C')).toBe('<li>C</li>');
});

test('What no page has had for long is forgotten, so that what is kept stays bounded', () => {
  // Room for four, in two halves of which each holds two and is then too full.
  const begin = drawRows(4 * `0 {"name":"A"}<tr><td>A</td></tr>`.length);
  const drawnFor = (...names: string[]) => {
    drawn = 0;
    for (const name of names) shown(begin(), Row, name);
    return drawn;
  };
  expect(drawnFor('A', 'B', 'C')).toBe(3);
  expect(drawnFor('A', 'B', 'C')).toBe(0);
  // Nobody had these since, and so many others came.
  expect(drawnFor('D', 'E', 'F')).toBe(3);
  expect(drawnFor('D', 'E', 'F')).toBe(0);
  expect(drawnFor('A')).toBe(1);
});

test('Parts stand where they were put, to the byte, whatever signs they and the page have', () => {
  const page = drawRows()();
  const [first, said, second] = [
    page.draw(Row, { name: '€ 1 – “one” 🙂' }),
    page.putIn('{"it":"–$&\\u003c"}'),
    page.draw(Row, { name: '<!--part 0-->' }),
  ];
  const html = `<p>“</p><table>${first}${second}</table><script>${said}</script>…`;
  expect(page.bytesOf(html).toString()).toBe(
    '<p>“</p><table><tr><td>€ 1 – “one” 🙂</td></tr><tr><td>&lt;!--part 0--&gt;</td></tr></table>' +
      '<script>{"it":"–$&\\u003c"}</script>…',
  );
});

test('A mark that no part has, and a page without parts, are as they were', () => {
  const page = drawRows()();
  expect(page.bytesOf('<p>–<!--part 0--></p>').toString()).toBe('<p>–<!--part 0--></p>');
});
