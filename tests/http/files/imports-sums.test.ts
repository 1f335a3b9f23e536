import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IS_WHOLE } from '#tests/support/cases.ts';
import { endOf, importFile } from '#tests/support/data/imports.ts';
import { sendByForm } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

/** What a look says that a file comes to is what the sheet says of it after the import. */

const server = useServer();

type Line = {
  client: string;
  day: number;
  minutes: number;
  isRounded: boolean;
  isBillable: boolean;
  rate: number | null;
  amount: 'none' | 'right' | number;
};

const HEADER = 'Date,Client,Task,Notes,Hours,Hours Rounded,Billable?,Billable Rate,Billable Amount';
const pounds = (pence: number) => (pence / 100).toFixed(2);

function fileOf(lines: Line[]): string {
  const rows = lines.map(({ client, day, minutes, isRounded, isBillable, rate, amount }, at) => {
    const date = new Date(Date.UTC(2026, 0, 5) + day * 86_400_000).toISOString().slice(0, 10);
    const hours = (minutes / 60).toFixed(2);
    const rounded = isRounded ? (Math.ceil(minutes / 15) / 4).toFixed(2) : hours;
    const right = Math.round((Number(rounded) * 100 * (rate ?? 0)) / 100);
    const stated = amount === 'right' ? right : Number(amount);
    const money = [
      rate === null ? '' : pounds(rate),
      amount === 'none' || rate === null || !isBillable ? '' : pounds(stated),
    ];
    const task = [client, 'Support', `Note ${at}`];
    return [date, ...task, hours, rounded, isBillable ? 'Yes' : 'No', ...money].join(',');
  });
  return `${[HEADER, ...rows].join('\n')}\n`;
}

const line = fc.record<Line>({
  client: fc.constantFrom('Acme', 'Bolt', 'Cord'),
  day: fc.nat({ max: 80 }),
  minutes: fc.integer({ min: 1, max: 600 }),
  isRounded: fc.boolean(),
  isBillable: fc.boolean(),
  rate: fc.option(fc.nat({ max: 20_000 })),
  amount: fc.oneof(
    fc.constant<'none'>('none'),
    fc.constant<'right'>('right'),
    fc.integer({ min: 1, max: 99_999 }),
  ),
});

/** The cells and the sums of a sheet, without what is said of single lines. */
async function sheetOf(visitor: Visitor, id: number) {
  const { text } = await visitor.get(`/import/${id}/sheet`);
  const cells = [...text.matchAll(/<td data-label="[^"]*"[^>]*>([^<]*)</g)].map(([, cell]) => cell);
  return { cells, sums: sumsIn(text) };
}

function sumsIn(html: string) {
  const text = visibleText(html).replace(/\s+/g, ' ');
  const found = /Lines (\S+) (?:Breaks, in neither \S+ )?Time in the file .*?Money differs by \S+/;
  return found.exec(text)?.[0];
}

/** Looks at a file, answers what it asks, and gives its page. */
async function look(visitor: Visitor, file: string, answers: Record<string, string>) {
  const { location } = await sendByForm(server(), visitor, file);
  const path = location ?? '';
  const first = (await visitor.get(path)).text;
  expect((await pressPlainly(visitor, first, 'Check again', answers)).status).toBe(303);
  return { id: Number(path.split('/').at(-1)), page: (await visitor.get(path)).text };
}

async function carryOut(visitor: Visitor, id: number, page: string) {
  expect((await pressPlainly(visitor, page, 'Import')).status).toBe(303);
  const done = await endOf(visitor, id);
  expect(done, done.message ?? '').toMatchObject({ status: 'done' });
}

test('The sums of a look are those of the sheet after the import, whatever stands in the file and is here', async () => {
  const visitor = await visitSignedIn(server());
  await visitor.api('POST', '/api/clients', { name: 'Acme', standardRate: '45.00' });
  const work = fc.record({
    before: fc.array(line, { maxLength: 4 }),
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    amounts: fc.constantFrom('stated', 'worked'),
    zeroRates: fc.constantFrom('ours', 'keep'),
  });
  await fc.assert(
    fc.asyncProperty(work, async ({ before, lines, amounts, zeroRates }) => {
      const query = `?amounts=${amounts}&zeroRates=${zeroRates}`;
      if (before.length > 0) {
        const { id } = await importFile(visitor, fileOf(before), `${query}&again=other`);
        await visitor.api('PUT', '/api/work-logs/1', { duration: 7 + (id % 60) });
      }
      const file = fileOf([...before, ...lines]);
      const answers = { amounts, zeroRates, again: 'other', confirm: 'doubtful' };
      const { id, page } = await look(visitor, file, answers);
      const shown = await sheetOf(visitor, id);
      expect(sumsIn(page)).toBe(shown.sums);
      expect(shown.cells.length).toBeGreaterThan(0);
      await carryOut(visitor, id, page);
      expect(await sheetOf(visitor, id)).toEqual(shown);
    }),
    { numRuns: IS_WHOLE ? 25 : 6 },
  );
});

test('Up to an hour each, the stated amounts come in to the penny: the difference is 0', async () => {
  const visitor = await visitSignedIn(server());
  const work = fc.record({
    ...{ client: fc.constantFrom('Acme', 'Bolt'), day: fc.nat({ max: 40 }) },
    minutes: fc.constantFrom(15, 30, 45, 60),
    isRounded: fc.constant(false),
    isBillable: fc.constant(true),
    rate: fc.integer({ min: 1, max: 20_000 }),
    amount: fc.integer({ min: 1, max: 9_999 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(work, { minLength: 1, maxLength: 12 }), async (lines) => {
      const file = fileOf(lines);
      const answers = { amounts: 'stated', again: 'other', confirm: 'doubtful' };
      const { id, page } = await look(visitor, file, answers);
      await carryOut(visitor, id, page);
      expect((await sheetOf(visitor, id)).sums).toMatch(/Time differs by 0 .*Money differs by 0$/);
      expect((await visitor.api('DELETE', `/api/imports/${id}`)).status).toBe(204);
    }),
    { numRuns: IS_WHOLE ? 15 : 4 },
  );
});

test('A log that was changed since makes the two differ: they are compared, not copied', async () => {
  const visitor = await visitSignedIn(server());
  const one = { client: 'Acme', day: 1, minutes: 60, isRounded: false, isBillable: true };
  const file = fileOf([{ ...one, rate: 8_000, amount: 'right' }]);
  const { id, page } = await look(visitor, file, { confirm: 'doubtful' });
  await carryOut(visitor, id, page);
  const shown = await sheetOf(visitor, id);
  expect(sumsIn(page)).toBe(shown.sums);
  await visitor.api('PUT', '/api/work-logs/1', { duration: 61 });
  expect((await sheetOf(visitor, id)).sums).not.toBe(shown.sums);
});
