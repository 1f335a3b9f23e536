import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const styles = read('../styles/icons.css');
const picture = read('icons.svg');

test('each icon of the styles stands at its place in the picture of all icons', () => {
  const names = [...picture.matchAll(/<path id="([\w-]+)" transform="translate\((\d+)\)"/g)];
  expect(names.map(([, , x]) => Number(x))).toEqual(names.map((_, place) => place * 24));
  const places = [...styles.matchAll(/\.icon-([\w-]+) \{\s+--place: (\d+);/g)];
  expect(places.map(([, name, place]) => `${name} ${place}`).sort()).toEqual(
    names.map(([, name], place) => `${name} ${place}`).sort(),
  );
  expect(picture).toContain(`viewBox="0 0 ${names.length * 24} 24"`);
  const placed = `mask: var(--shapes) calc(var(--place) * 100% / ${names.length - 1}) 0 / ${names.length * 100}% 100%`;
  // The icons, and the button of a date, whose icon is that of the week.
  expect(styles.split(placed)).toHaveLength(3);
  expect(styles.match(/mask: var\(--shapes\)/g)).toHaveLength(2);
  const ofDates = /picker-indicator \{\s+--place: (\d+);/.exec(styles)?.[1];
  expect(names[Number(ofDates)]?.[1]).toBe('week');
  expect(styles).not.toContain('--icon:');
});
