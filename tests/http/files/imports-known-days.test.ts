import { expect, test } from 'vitest';
import { importFile, ourFile } from '#tests/support/data/imports.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();

const work = (date: string, rate = '') => `${date},Acme,Support,60,Call,true,${rate},false,`;
const DAY = '2026-03-02';
const [TEN, NOON] = [`${DAY} 10:00`, `${DAY} 12:00`];

test.each([
  ['the log of a line with a time', [work(TEN)], [work(TEN), work(DAY)], 1],
  ['it, whichever comes first', [work(TEN)], [work(DAY), work(TEN)], 1],
  ['another of the day', [work(TEN), work(NOON)], [work(DAY), work(NOON)], 2],
  ['no more than there are', [work(TEN), work(NOON)], [work(DAY), work(DAY), work(DAY)], 2],
  [
    'what is left of its rate',
    [work(TEN, '60.00'), work(NOON, '70.00')],
    [work(DAY, '60.00'), work(TEN), work(DAY, '70.00'), work(DAY)],
    2,
  ],
  [
    'what is left of any rate',
    [work(TEN, '60.00'), work(NOON, '70.00')],
    [work(DAY), work(TEN, '60.00'), work(DAY)],
    2,
  ],
])('A line without a time of day takes %s', async (_what, here, file, known) => {
  const visitor = await visitSignedIn(server());
  expect(await importFile(visitor, ourFile(...here))).toMatchObject({ new: here.length });
  expect(await importFile(visitor, ourFile(...file))).toMatchObject({
    status: 'done',
    new: file.length - known,
    known,
  });
});

test('The same is so of hardware', async () => {
  const visitor = await visitSignedIn(server());
  const items = '"[{""itemName"":""Dock"",""unitPrice"":""120.00""}]"';
  const fileOf = (...dates: string[]) =>
    [
      'date,client,work_type,kind,minutes,billable,hardware_items',
      ...dates.map((date) => `${date},Acme,Kit,hardware,,true,${items}`),
    ].join('\n');
  expect(await importFile(visitor, fileOf(TEN))).toMatchObject({ new: 1 });
  expect(await importFile(visitor, fileOf(DAY, TEN))).toMatchObject({ new: 1, known: 1 });
});
