import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The requirements of OWASP ASVS 5.0: of each section a digit for every requirement in it, which is its
 * level.
 */
const LEVELS: Record<string, string> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};

const STANDINGS = ['shown', 'written', 'does not apply', 'open'];

type Row = { number: string; level: string; asks: string; standing: string; by: string };

const ROOT = join(import.meta.dirname, '..');
const TEXT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

const rows: Row[] = [...TEXT.matchAll(/^\| (\d+\.\d+\.\d+) +\|(.*)\|$/gm)].map(
  ([, number = '', rest = '']) => {
    const [level = '', asks = '', standing = '', by = ''] = rest
      .split('|')
      .map((cell) => cell.trim());
    return { number, level, asks, standing, by };
  },
);

const requirements = Object.entries(LEVELS).flatMap(([section, levels]) =>
  Array.from(levels).map((level, index) => ({ number: `${section}.${index + 1}`, level })),
);
const wanted = requirements.filter(({ level }) => level !== '3');
const filesOf = ({ by }: Row) =>
  [...by.matchAll(/`([^`]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /^[\w-]+(\/.*)?\.\w+$/.test(name));

test('the list of requirements is whole: 70 of level 1, 183 of level 2, 92 of level 3', () => {
  const counts = Map.groupBy(requirements, ({ level }) => level);
  expect(['1', '2', '3'].map((level) => counts.get(level)?.length)).toEqual([70, 183, 92]);
});

test('every requirement of levels 1 and 2 has its row, once, in order, and with its level', () => {
  expect(rows.map(({ number, level }) => ({ number, level }))).toEqual(wanted);
});

test('no row is empty, and each has one of the four standings', () => {
  const wrong = rows.filter(
    ({ asks, standing, by }) => asks === '' || by.length < 3 || !STANDINGS.includes(standing),
  );
  expect(wrong).toEqual([]);
});

test('what shows a requirement is a test, and what writes it down a document, and each is there', () => {
  const wrong = rows.filter((row) => {
    const files = filesOf(row);
    if (files.some((file) => !existsSync(join(ROOT, file)))) return true;
    if (row.standing === 'shown') return !files.some((file) => file.endsWith('.test.ts'));
    return row.standing === 'written' && files.length === 0;
  });
  expect(wrong).toEqual([]);
});

test('level 1 is whole, level 2 at least 95 %, and the rest has its reason', () => {
  const open = rows.filter(({ standing }) => standing === 'open');
  const of = (level: string) => rows.filter((row) => row.level === level).length;
  const openOf = (level: string) => open.filter((row) => row.level === level).length;
  const share = (100 * (of('2') - openOf('2'))) / of('2');
  console.info(
    `ASVS 5.0: level 1 ${of('1') - openOf('1')} of ${of('1')}, level 2 ${of('2') - openOf('2')} of ${of('2')} (${share.toFixed(1)} %)`,
  );
  expect(openOf('1')).toBe(0);
  expect(share).toBeGreaterThanOrEqual(95);
  for (const { by } of open) expect(by.length).toBeGreaterThan(40);
});
