import { describe, expect, test } from 'vitest';
import { rebuildTotals } from '#db/business-days.server.ts';
import { addUser } from '#tests/support/data/entries.ts';
import { controlOf, visibleText } from '#tests/support/html.ts';
import { importFile, sendFile } from '#tests/support/data/imports.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

const server = useServer();

const HEADER = 'date,client,work_type,kind,minutes,description,billable,logged_by,hardware_items';
const DOCK =
  '{"itemName":"Dock","quantity":2,"unitPrice":"120.00","vatIncluded":true,"vatRate":20}';
const CABLE = '{"itemName":"Cable","unitPrice":"9.99","vatIncluded":false,"taxCode":"ZERORATED"}';
const line = (...items: string[]) =>
  `2026-03-02 10:00,Acme,Kit,hardware,0,,true,,"[${items.join(',').replaceAll('"', '""')}]"`;
const fileOf = (...lines: string[]) => `${[HEADER, ...lines].join('\r\n')}\r\n`;
const rows = (sql: string) => server().services.db.$client.prepare(sql).all();

/** Sends a file by the form of the page; gives the page that shows what it holds. */
async function look(visitor: Visitor, file: string) {
  const body = new FormData();
  body.set('file', new Blob([file], { type: 'text/csv' }), 'ours.csv');
  const headers = { Origin: server().url, 'Sec-Fetch-Site': 'same-origin' };
  const sent = await visitor.send('/import', { method: 'POST', headers, body });
  expect([sent.status, sent.location]).toEqual([303, '/import/1']);
  return (await visitor.get('/import/1')).text;
}

describe('Hardware', () => {
  test('is shown item by item before it is imported', async () => {
    const text = await look(await visitSignedIn(server()), fileOf(line(DOCK, CABLE)));
    expect(text).toContain('2 × Dock at £120.00, VAT of 20% included (OUTPUT2)');
    expect(text).toContain('1 × Cable at £9.99, VAT of 0% added (ZERORATED)');
    expect(text).toContain('£249.99');
  });

  test('comes in with its items, and is told by them from other hardware of the minute', async () => {
    const visitor = await visitSignedIn(server());
    const file = fileOf(line(DOCK), line(DOCK, CABLE), line(CABLE), line(CABLE), line());
    expect(await importFile(visitor, file)).toMatchObject({ status: 'done', new: 5 });
    expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 5 });
    const more = fileOf(line(CABLE), line(CABLE), line(CABLE), line(CABLE, DOCK), line());
    expect(await importFile(visitor, more)).toMatchObject({ new: 2, known: 3 });
    // Ours are newest first, so those of a minute are gone through from the end.
    expect(
      rows('select total_pence as total, included_vat_pence as vat, version from work_logs'),
    ).toEqual(
      [
        [0, 0, 1],
        [999, 0, 2],
        [999, 0, 2],
        [24_999, 4_000, 3],
        [24_000, 4_000, 2],
        [24_999, 4_000, 3],
        [999, 0, 2],
      ].map(([total, vat, version]) => ({ total, vat, version })),
    );
    const [entry] = (await visitor.get('/api/history?kind=work-log')).json() as object[];
    expect(entry).toMatchObject({
      action: 'created',
      after: { hardwareItems: [{ itemName: 'Cable' }] },
    });
    const kept = rows('select * from work_log_totals order by 1, 2, 3, 4');
    rebuildTotals(server().services.db);
    expect(rows('select * from work_log_totals order by 1, 2, 3, 4')).toEqual(kept);
    expect((await visitor.api('DELETE', '/api/imports/1')).status).toBe(204);
    expect(rows('select count(*) as n from hardware_items')).toEqual([{ n: 3 }]);
    expect((await visitor.api('DELETE', '/api/imports/3')).status).toBe(204);
    expect(rows('select * from work_log_totals where logs > 0')).toEqual([]);
    expect(rows('select * from hardware_items')).toEqual([]);
  });

  test('of a work type for time, or without items, is a problem', async () => {
    const visitor = await visitSignedIn(server());
    await visitor.api('POST', '/api/work-types', {
      name: 'Kit',
      hourlyRate: '60.00',
      isHardware: false,
    });
    const answer = await sendFile(visitor, fileOf(line(DOCK), line(DOCK).replace(/"\[.*/, '')), {
      query: '?dry=1',
    });
    expect(answer.json()).toMatchObject({
      problems: [
        { line: 2, message: expect.stringMatching(/work type for time/) as string },
        { line: 3, message: expect.stringMatching(/hardware_items holds none/) as string },
      ],
    });
  });
});

describe('Who logged it', () => {
  const by = (person: string) => `2026-03-02,Acme,Support,time,60,${person},true,"${person}",`;
  const loggers = () =>
    rows(`select w.description as said, u.email as is_by from work_logs w
      left join users u on u.id = w.created_by order by w.id desc`);

  test('is found by email or whole name, and is else nobody here', async () => {
    addUser(server(), 'robin@example.com', ['Robin', 'Park']);
    const visitor = await visitSignedIn(server());
    const people = ['ROBIN@example.com', 'robin  park', 'Robin', 'R P <robin@example.com>', ''];
    await importFile(visitor, fileOf(...people.map(by)));
    const robin = 'robin@example.com';
    expect(loggers()).toEqual(
      [robin, robin, null, robin, null].map((is_by, at) => ({ said: people[at], is_by })),
    );
    expect((await visitor.get('/api/work-logs?person=1')).json()).toHaveLength(3);
  });

  test('is the importer where the file has no column for it', async () => {
    const visitor = await visitSignedIn(server());
    await importFile(visitor, 'date,client,work_type,minutes\n2026-03-02,Acme,Support,60\n');
    expect(loggers()).toEqual([{ said: '', is_by: 'alex@example.com' }]);
  });

  test('can be chosen', async () => {
    const visitor = await visitSignedIn(server());
    const text = await look(visitor, fileOf(by('Ann Lee')));
    expect(visibleText(text)).toContain('Logged by: Ann Lee (1 line)');
    const fields = {
      nameKey: 'person:Ann Lee',
      nameWas: controlOf(text, 'nameWas').value ?? '',
      nameIs: '1',
      press: 'import',
    };
    expect((await visitor.post('/import/1', fields)).status).toBe(303);
    await expect.poll(loggers).toEqual([{ said: 'Ann Lee', is_by: 'alex@example.com' }]);
  });
});
