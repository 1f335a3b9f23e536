import { expect, test } from 'vitest';
import { importFile, ourFile } from '#tests/support/data/imports.ts';
import { visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

/** The sheet of an import: what the file says and what is here, by client and month. */

const server = useServer();

const HEADER = 'Date,Client,Task,Notes,Hours,Billable?,Billable Rate,Billable Amount';
const harvest = (...lines: string[]) => `${[HEADER, ...lines].join('\n')}\n`;
const FILE = harvest(
  '2026-03-02,Acme,Support,Call,1.50,Yes,80.00,120.00',
  '2026-03-03,Acme,Support,Mail,1.00,Yes,80.00,80.00',
  '2026-04-01,Acme,Support,Plan,2.00,No,80.00,0.00',
  '2026-03-03,Bolt,Support,Visit,0.50,Yes,60.00,30.00',
);

const sheetOf = async (visitor: Visitor, id: number) =>
  visibleText((await visitor.get(`/import/${id}/sheet`)).text).replace(/\s+/g, ' ');

const put = async (visitor: Visitor, path: string, body: object) => {
  expect((await visitor.api('PUT', path, body)).status).toBe(200);
};

test('The sheet has each client and month once, and differs by nothing', async () => {
  const visitor = await visitSignedIn(server());
  const { id } = await importFile(visitor, FILE);
  const page = visibleText((await visitor.get(`/import/${id}`)).text);
  expect(page).toContain('Compare with the file');
  const text = await sheetOf(visitor, id);
  expect(text).toContain(
    'Acme March 2026 2h 30m 2h 30m 0 £200.00 £200.00 0 Acme April 2026 2h 0m 2h 0m 0 £0.00 £0.00 0',
  );
  expect(text).toContain('Bolt March 2026 0h 30m 0h 30m 0 £30.00 £30.00 0');
  expect(text).toContain('Lines 4 Time in the file 5h 0m Time here 5h 0m Time differs by 0');
  expect(text).toContain('Money in the file £230.00 Money here £230.00 Money differs by 0');
  expect(text).not.toContain('Line 2');
});

test('A second import of the file has the same sheet, and what changed here is explained by its lines', async () => {
  const visitor = await visitSignedIn(server());
  await importFile(visitor, FILE);
  await put(visitor, '/api/clients/1', { name: 'Acme Holdings' });
  const { id, known } = await importFile(visitor, FILE);
  expect(known).toBe(4);
  const whole = await sheetOf(visitor, id);
  expect(whole).toContain('Acme March 2026 2h 30m 2h 30m 0 £200.00 £200.00 0');
  const log = (text: string) =>
    Number(
      server()
        .services.db.$client.prepare('select id from work_logs where description = ?')
        .pluck()
        .get(text),
    );
  const [call, mail, plan, seen] = ['Call', 'Mail', 'Plan', 'Visit'].map(log);
  await put(visitor, `/api/work-logs/${call}`, { duration: 60 });
  await visitor.api('DELETE', `/api/work-logs/${mail}`);
  await put(visitor, `/api/work-logs/${plan}`, { date: '2026-03-20' });
  await put(visitor, `/api/work-logs/${seen}`, { hourlyRate: '70.00' });
  const text = await sheetOf(visitor, id);
  expect(text).toContain('Acme March 2026 2h 30m 1h 0m −1h 30m £200.00 £80.00 −£120.00');
  expect(text).toContain(
    `Line 2, 2 Mar 2026, “Call” (log ${call}): 1h 30m, £120.00 in the file; 1h 0m, £80.00 here. Here: other time.`,
  );
  expect(text).toContain('0h 0m, £0.00 here. Its log was deleted here.');
  expect(text).toContain('Its log is of Acme Holdings, 20 Mar 2026 here.');
  expect(text).toContain('Bolt March 2026 0h 30m 0h 30m 0 £30.00 £35.00 +£5.00');
  expect(text).toContain('Here: a rate of £70.00.');
});

test('Lines that are left out, minutes that are rounded and amounts in other money are explained', async () => {
  const visitor = await visitSignedIn(server());
  const file = harvest(
    '2026-03-02,Acme,Support,Call,0.33,Yes,60.00,19.80',
    '2026-03-02,Acme,Support,Broken,2.00,perhaps,60.00,120.00',
    ',Acme,Support,Undated,1.00,Yes,60.00,60.00',
  );
  const { id } = await importFile(visitor, file, '?skip=1');
  const text = await sheetOf(visitor, id);
  expect(text).toContain('Acme March 2026 2h 19m 48s 0h 20m −1h 59m 48s £139.80 £20.00 −£119.80');
  expect(text).toContain(
    '0h 19m 48s, £19.80 in the file; 0h 20m, £20.00 here. Here: whole minutes.',
  );
  expect(text).toContain('Line 3, 2 Mar 2026: 2h 0m, £120.00 in the file');
  expect(text).toContain('“perhaps” is neither yes nor no.');
  expect(text).toContain('Acme No date');
  const euros = FILE.replaceAll('Billable Rate', 'Billable Rate (EUR)');
  const ruled = await importFile(visitor, euros, '?money=rules');
  expect(await sheetOf(visitor, ruled.id)).toContain('no amount in pounds in the file');
});

test('There is none of an import that is undone, or that had no work', async () => {
  const visitor = await visitSignedIn(server());
  const { id } = await importFile(visitor, FILE);
  const other = await importFile(visitor, FILE);
  expect((await visitor.api('DELETE', `/api/imports/${id}`)).status).toBe(204);
  expect((await visitor.get(`/import/${id}/sheet`)).status).toBe(404);
  expect(await sheetOf(visitor, other.id)).toContain('went when that was undone');
  const types = await importFile(visitor, 'name,hourly_rate\nAdvice,70.00\n');
  expect((await visitor.get(`/import/${types.id}/sheet`)).status).toBe(404);
  for (const nothing of ['99', 'x']) {
    expect((await visitor.get(`/import/${nothing}/sheet`)).status).toBe(404);
  }
});

test('A change that was left, or that an invoice forbids, is explained', async () => {
  const visitor = await visitSignedIn(server());
  await importFile(visitor, ourFile('2026-03-02 10:00,Acme,Support,60,Call,true,80.00,false,'));
  const ours = `\ufeff${(await visitor.get('/work-logs.csv')).text}`.replace(',60,', ',90,');
  const { id, changed } = await importFile(visitor, ours);
  expect(changed).toBe(1);
  expect(await sheetOf(visitor, id)).toContain('What changed in the file was not taken over.');
});
