import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rebuildTotals } from '#db/business-days.server.ts';
import { cases } from '../../support/cases.ts';
import { addClient, addWorkType } from '../../support/data/entries.ts';
import { endOf, importFile, OUR_HEADER, ourFile, sendFile } from '../../support/data/imports.ts';
import { useServer } from '../../support/server/use-server.ts';
import { idOf, visitSignedIn } from '../../support/server/visitor.ts';

const server = useServer();
const visit = () => visitSignedIn(server());

const LINE = '2026-03-02 10:00,Acme,Support,60,Telephone,true,62.50,false,';
const rows = (sql: string) => server().services.db.$client.prepare(sql).all();
const logs = () =>
  rows(`select c.name as client, t.name as type, w.duration, w.description, w.hourly_rate_pence as rate,
    w.total_pence as total, w.billable, w.is_invoiced as invoiced, w.day
    from work_logs w join clients c on c.id = w.client_id join work_types t on t.id = w.work_type_id
    order by w.id`);
const count = (table: string) =>
  Number(server().services.db.$client.prepare(`select count(*) from ${table}`).pluck().get());

describe('A file', () => {
  test('is looked at before, and written then, to the minute and the penny', async () => {
    const visitor = await visit();
    const file = ourFile(LINE, '2026-03-03,Acme,Support,45,,false,,true,INV-1');
    const look = await sendFile(visitor, file, { query: '?dry=1' });
    expect(look.status).toBe(200);
    expect(look.json()).toMatchObject({ new: 2, known: 0, problems: [] });
    expect([count('work_logs'), count('clients'), count('imports'), count('import_rows')]).toEqual([
      0, 0, 0, 0,
    ]);
    const done = await importFile(visitor, file);
    expect(done).toMatchObject({ status: 'done', new: 2, known: 0 });
    const common = { client: 'Acme', type: 'Support' };
    expect(logs()).toEqual([
      {
        ...common,
        ...{ duration: 60, description: 'Telephone', rate: 6_250, total: 6_250 },
        ...{ billable: 1, invoiced: 0, day: '2026-03-02' },
      },
      {
        ...common,
        ...{ duration: 45, description: '', rate: 6_000, total: 4_500 },
        ...{ billable: 0, invoiced: 1, day: '2026-03-03' },
      },
    ]);
    expect(count('import_rows')).toBe(0);
  });

  test('adds nothing when it comes again, two lines alike are two logs, and an overlap adds the rest', async () => {
    const visitor = await visit();
    const file = ourFile(LINE, LINE, '2026-03-02 10:00,Acme,Support,60,Telephone,true,,false,');
    expect(await importFile(visitor, file)).toMatchObject({ new: 3, known: 0 });
    expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 3 });
    const longer = ourFile(LINE, LINE, LINE, LINE.replace('60', '61'));
    // The third line came without a rate, and is known with one.
    expect(await importFile(visitor, longer)).toMatchObject({ new: 1, known: 3 });
    expect(count('work_logs')).toBe(4);
    // A later change of the client's rate does not make another log of a line that has none.
    await visitor.api('PUT', '/api/clients/1', { standardRate: '99.00' });
    expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 3 });
  });

  test('is taken as large at an address in other letters, and of two words the last counts', async () => {
    const visitor = await visit();
    const long = 'x'.repeat(9_000);
    const lines = Array.from(
      { length: 70 },
      (_, at) => `2026-03-02,Acme,Support,${at},${long},,,,`,
    );
    for (const path of ['/api/Imports', '/api/imports/', '/API/imports//']) {
      const answer = await visitor.send(`${path}?dry=0&dry=1`, {
        method: 'POST',
        headers: { 'Content-Type': 'text/csv' },
        body: ourFile(...lines),
      });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.json()).toHaveProperty('problemCount');
    }
    expect(count('work_logs')).toBe(0);
  });

  test('that comes twice at once is written once', async () => {
    const visitor = await visit();
    const file = ourFile(LINE, LINE.replace('Telephone', 'Printer'));
    const [one, other] = await Promise.all([importFile(visitor, file), importFile(visitor, file)]);
    expect([one.new, other.new].sort()).toEqual([0, 2]);
    expect(count('work_logs')).toBe(2);
    const headers = { 'Idempotency-Key': 'key' };
    const [first, second] = [
      await sendFile(visitor, ourFile(LINE, LINE), { headers }),
      await sendFile(visitor, ourFile(LINE, LINE), { headers }),
    ];
    expect(idOf(first)).toBe(idOf(second));
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
    expect((await sendFile(visitor, ourFile(LINE), { headers })).status).toBe(422);
    expect(await endOf(visitor, idOf(first))).toMatchObject({ new: 1, known: 1 });
  });

  test('with a problem is written only without it', async () => {
    const visitor = await visit();
    const file = ourFile(LINE, LINE.replace('60', 'long'), LINE.replace('Acme', ''));
    const problems = [
      { line: 3, message: 'Duration: “long” is not a duration.' },
      { line: 4, message: 'It has no client.' },
    ];
    const look = await sendFile(visitor, file, { query: '?dry=1' });
    expect(look.json()).toMatchObject({ new: 1, problems });
    const refused = await importFile(visitor, file);
    expect(refused).toMatchObject({ status: 'failed', problems });
    expect(refused.message).toContain('2 lines have a problem');
    expect(count('work_logs') + count('clients')).toBe(0);
    expect(await importFile(visitor, file, '?skip=1')).toMatchObject({
      status: 'done',
      new: 1,
      problems,
    });
  });

  test('means the clients and work types that are here, but not one of several', async () => {
    addClient(server(), 'Acme');
    addWorkType(server(), 'Support');
    const visitor = await visit();
    await importFile(visitor, ourFile(LINE.replace('Acme', 'ACME '), LINE.replace('Acme', 'Bolt')));
    expect(rows('select name from clients order by id')).toEqual([
      { name: 'Acme' },
      { name: 'Bolt' },
    ]);
    expect(count('work_types')).toBe(1);
    addClient(server(), 'Acme');
    const other = ourFile(LINE.replace('60', '61'));
    const look = await sendFile(visitor, other, { query: '?dry=1' });
    expect(look.json()).toMatchObject({
      problems: [
        { line: 2, message: expect.stringMatching(/several clients called “Acme”/) as string },
      ],
    });
  });

  test('of clients and of work types makes them, once', async () => {
    const visitor = await visit();
    const clients =
      "name,email,standard_rate,billing_step,active\r\nAcme,a@acme.example,80.00,15,true\r\n'=Sum,,60.00,,false\r\n";
    expect(await importFile(visitor, clients)).toMatchObject({ status: 'done', new: 2 });
    expect(await importFile(visitor, clients)).toMatchObject({ new: 0, known: 2 });
    expect(
      rows(
        'select name, email, standard_rate_pence as rate, billing_step as step, is_active as active from clients order by id',
      ),
    ).toEqual([
      { name: 'Acme', email: 'a@acme.example', rate: 8_000, step: 15, active: 1 },
      { name: '=Sum', email: null, rate: 6_000, step: 1, active: 0 },
    ]);
    const types = 'name;hourly_rate;kind\nSupport;75,00;time\nCable;0;hardware\n';
    expect(await importFile(visitor, types)).toMatchObject({ status: 'done', new: 2 });
    expect(rows('select name, hourly_rate_pence as rate, is_hardware from work_types')).toEqual([
      { name: 'Support', rate: 7_500, is_hardware: 0 },
      { name: 'Cable', rate: 0, is_hardware: 1 },
    ]);
  });

  test('keeps totals, search and history as if each log had been logged by hand', async () => {
    const visitor = await visit();
    await importFile(visitor, ourFile(LINE, '2026-04-01,Bolt,On-site,30,Zebra,false,80,true,'));
    const tables = ['work_log_totals', 'work_type_totals'];
    const kept = tables.map((table) => rows(`select * from ${table} order by 1, 2, 3, 4, 5`));
    rebuildTotals(server().services.db);
    expect(kept).toEqual(
      tables.map((table) => rows(`select * from ${table} order by 1, 2, 3, 4, 5`)),
    );
    const found = await visitor.get('/api/work-logs?q=zeb');
    expect(found.json()).toMatchObject([{ description: 'Zebra' }]);
    const entries = await visitor.get('/api/history?kind=work-log');
    expect(entries.json()).toMatchObject([
      { record: 'work-log:2', action: 'created', by: 'alex@example.com', before: null },
      { record: 'work-log:1', action: 'created', after: { description: 'Telephone' } },
    ]);
  });
});

describe('An undo', () => {
  test('takes away all that the import made, and leaves what was there', async () => {
    const visitor = await visit();
    const before = await importFile(visitor, ourFile(LINE));
    const file = ourFile(LINE, LINE.replace('Acme', 'Bolt').replace('Support', 'Cabling'));
    const { id } = await importFile(visitor, file);
    expect(await visitor.api('DELETE', `/api/imports/${id}`)).toMatchObject({ status: 204 });
    expect([count('work_logs'), count('clients'), count('work_types')]).toEqual([1, 1, 1]);
    expect(count('work_log_places')).toBe(1);
    expect((await visitor.get(`/api/imports/${id}`)).json()).toMatchObject({ status: 'undone' });
    expect((await visitor.api('DELETE', `/api/imports/${id}`)).status).toBe(409);
    const kept = rows('select * from work_log_totals where logs <> 0 order by 1, 2, 3, 4');
    rebuildTotals(server().services.db);
    expect(kept).toEqual(rows('select * from work_log_totals order by 1, 2, 3, 4'));
    expect(rows(`select count(*) as n from history_entries where action = 'deleted'`)).toEqual([
      { n: 3 },
    ]);
    expect(await importFile(visitor, file)).toMatchObject({ new: 1, known: 1 });
    expect(before.status).toBe('done');
  });

  test('leaves a client that other work uses by now', async () => {
    const visitor = await visit();
    const { id } = await importFile(visitor, ourFile(LINE));
    await visitor.api('POST', '/api/work-logs', { clientId: 1, workTypeId: 1, duration: 30 });
    await visitor.api('DELETE', `/api/imports/${id}`);
    expect([count('work_logs'), count('clients'), count('work_types')]).toEqual([1, 1, 1]);
  });

  test('is refused once something of it is on an invoice, and not for what was invoiced elsewhere', async () => {
    const visitor = await visit();
    const { id } = await importFile(visitor, ourFile(LINE.replace('false', 'true'), LINE));
    const { $client } = server().services.db;
    $client.exec(`insert into invoice_runs (tenant_id, status, started_at) values ('t', 'running', 0);
      insert into invoices (run_id, tenant_id, client_id, month, state, reference, contents,
        total_minutes, total_pence, created_at, updated_at)
        values (1, 't', 1, '2026-03', 'claimed', 'r', '{}', 60, 6250, 0, 0);
      insert into invoice_logs (invoice_id, work_log_id) values (1, 2);`);
    const refused = await visitor.api('DELETE', `/api/imports/${id}`);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('on an invoice');
    expect(count('work_logs')).toBe(2);
    $client.exec(`update invoices set state = 'failed'`);
    expect((await visitor.api('DELETE', `/api/imports/${id}`)).status).toBe(204);
    expect(count('work_logs')).toBe(0);
  });
});

describe('What was invoiced elsewhere', () => {
  test('is never proposed for an invoice', async () => {
    const visitor = await visit();
    await importFile(visitor, ourFile(LINE.replace(',false,', ',true,INV-9')));
    expect((await visitor.get('/api/work-logs?isInvoiced=true')).json()).toMatchObject([
      { isInvoiced: true, xeroInvoiceId: null, xeroInvoiceNumber: 'INV-9' },
    ]);
    expect((await visitor.get('/api/work-logs?isInvoiced=false')).json()).toEqual([]);
  });
});

describe('Refused with a sentence is', () => {
  const sendBad = async (body: BodyInit, headers?: Record<string, string>) => {
    const visitor = await visit();
    const answer = await sendFile(visitor, body, { query: '?dry=1', headers });
    return { status: answer.status, ...z.object({ message: z.string() }).parse(answer.json()) };
  };

  test.each<[string, BodyInit, RegExp]>([
    ['an empty file', '', /empty/],
    ['a file with NUL bytes', `${OUR_HEADER}\n\0\0\0`, /not a text file/],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), /not a text file/],
    ['a line without an end', `${OUR_HEADER}\n${'x'.repeat(3_000_000)}`, /longer than a mebibyte/],
    ['a header without an end', 'x'.repeat(3_000_000), /longer than a mebibyte/],
    ['a million columns', `${'a,'.repeat(1_000_000)}\n`, /longer than|columns/],
    ['thousands of columns', `${'a,'.repeat(5_000)}\n`, /5001 columns/],
    ['a million commas', `${OUR_HEADER}\n${','.repeat(1_040_000)}\n`, /columns/],
    ['a quotation mark that is not closed', `${OUR_HEADER}\n"2026,Acme\n`, /quotation mark/],
  ])('%s', async (_, body, sentence) => {
    const { status, message } = await sendBad(body);
    expect(message).toMatch(sentence);
    expect(status).toBe(400);
  });

  test('another type of body', async () => {
    expect(await sendBad('{}', { 'Content-Type': 'application/json' })).toMatchObject({
      status: 415,
    });
  });

  test('a header that nobody knows, with where it can be said', async () => {
    const visitor = await visit();
    const file = 'Wer,Was,Wann,Dauer\nAcme,Support,2026-03-02,1.5\n';
    const look = await sendFile(visitor, file, { query: '?dry=1' });
    expect(look.json()).toMatchObject({ new: 0, problems: [{ line: 1 }] });
    expect(await importFile(visitor, file)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/Choose its columns once/) as string,
    });
  });
});

test('Formulas come in as texts, and are run by nobody', async () => {
  const visitor = await visit();
  await importFile(
    visitor,
    ourFile(`2026-03-02,'=Acme,'@Type,60,"'=cmd|' /C calc'!A0",true,60,false,`),
  );
  expect(logs()).toMatchObject([
    { client: '=Acme', type: '@Type', description: `=cmd|' /C calc'!A0` },
  ]);
});

const Row = fc.record({
  day: fc.integer({ min: 0, max: 8_000 }),
  at: fc.integer({ min: 180, max: 1_439 }),
  client: fc.constantFrom('Acme', 'Łódź Sp.', 'O’Neill; Sons', 'Tab\u00a0Co', 'Müller, "M"'),
  minutes: fc.integer({ min: 1, max: 6_000 }),
  rate: fc.integer({ min: 0, max: 10_000_000 }),
  billable: fc.boolean(),
  text: fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', ' ', '=', '£', '1') }),
});
const Dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  encoding: fc.constantFrom('utf-8', 'utf-8 marked', 'utf-16le', 'utf-16be', 'windows-1252'),
  comma: fc.boolean(),
  end: fc.constantFrom('\r\n', '\n'),
  date: fc.constantFrom('iso', 'day-first', 'month-first', 'dots'),
  time: fc.constantFrom('minutes', 'clock', 'words'),
});

test('A file of any dialect comes in as what it says, and again as known', async () => {
  const visitor = await visit();
  await fc.assert(
    fc.asyncProperty(
      fc.array(Row, { minLength: 1, maxLength: 12 }),
      Dialect,
      async (list, dialect) => {
        const { $client } = server().services.db;
        $client.exec('delete from work_logs; delete from import_lines');
        // Some dates that tell the order, and a number that tells the decimals.
        const told = list.map((row, at) =>
          at === 0 ? { ...row, day: 24, rate: 6_050, client: 'Acme' as const } : row,
        );
        const file = write(told, dialect);
        // Some days have more than 24 hours.
        const done = await importFile(visitor, file, '?confirm=doubtful');
        expect(done, done.message ?? '').toMatchObject({
          status: 'done',
          new: told.length,
          problems: [],
        });
        const is = logs()
          .map((log) => JSON.stringify(log))
          .sort();
        const expected = told.map((row) => JSON.stringify(logOf(row, dialect))).sort();
        expect(is).toEqual(expected);
        expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: told.length });
      },
    ),
    { numRuns: cases(200) },
  );
}, 120_000);

type RowOf = typeof Row extends fc.Arbitrary<infer One> ? One : never;
type DialectOf = typeof Dialect extends fc.Arbitrary<infer One> ? One : never;

/** Windows-1252 has no Polish letters. */
const nameOf = ({ client }: RowOf, { encoding }: DialectOf) =>
  encoding === 'windows-1252' && client.startsWith('Ł') ? 'Lodz' : client;

function logOf(row: RowOf, dialect: DialectOf) {
  return {
    client: nameOf(row, dialect).replace(/\s/g, (space) => space),
    type: 'Support',
    duration: row.minutes,
    description: row.text.trim(),
    rate: row.rate,
    total: Math.floor((row.minutes * row.rate + 30) / 60),
    billable: Number(row.billable),
    invoiced: 0,
    day: dayOf(row),
  };
}

const dayOf = ({ day }: RowOf) =>
  new Date(Date.UTC(2005, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);

function write(list: RowOf[], dialect: DialectOf): Uint8Array<ArrayBuffer> {
  const cells = list.map((row) => {
    const [year = '', month = '', date = ''] = dayOf(row).split('-');
    const dates = {
      iso: `${year}-${month}-${date}`,
      'day-first': `${date}/${month}/${year}`,
      'month-first': `${month}/${date}/${year}`,
      dots: `${date}.${month}.${year}`,
    };
    const pad = (number: number) => String(number).padStart(2, '0');
    const [hours, rest] = [Math.floor(row.minutes / 60), row.minutes % 60];
    const durations = {
      minutes: String(row.minutes),
      clock: `${hours}:${pad(rest)}`,
      words: `${hours}h ${rest}m`,
    };
    const pounds = `${Math.floor(row.rate / 100)}.${pad(row.rate % 100)}`;
    return [
      `${dates[dialect.date]} ${pad(Math.floor(row.at / 60))}:${pad(row.at % 60)}`,
      nameOf(row, dialect),
      'Support',
      durations[dialect.time],
      /^\s*[=]/.test(row.text) ? `'${row.text}` : row.text,
      row.billable ? 'Yes' : 'no',
      dialect.comma ? pounds.replace('.', ',') : pounds,
    ];
  });
  const header = [
    'date',
    'client',
    'work_type',
    'minutes',
    'description',
    'billable',
    'hourly_rate',
  ];
  const quote = (cell: string) =>
    /[",;\t\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const text = [header, ...cells]
    .map((line) => line.map(quote).join(dialect.delimiter) + dialect.end)
    .join('');
  return encode(text, dialect.encoding);
}

function encode(text: string, encoding: DialectOf['encoding']): Uint8Array<ArrayBuffer> {
  switch (encoding) {
    case 'utf-8':
      return new Uint8Array(Buffer.from(text));
    case 'utf-8 marked':
      return new Uint8Array(Buffer.from(`\ufeff${text}`));
    case 'utf-16le':
      return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    case 'utf-16be':
      return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16());
    case 'windows-1252':
      return new Uint8Array(Buffer.from(text.replaceAll('’', '\x92'), 'latin1'));
  }
}
