import { beforeEach, describe, expect, test } from 'vitest';
import { expectMode, hydrated, BOTH, useBrowser } from '#tests/support/browser/browser.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { arrivedAt, eventually, shown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();
const browser = useBrowser();

const HEADER =
  'Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,Billable Rate,Currency';
const FILE = [
  HEADER,
  '03/02/2026,Acme,,,Support,Telephone,1.5,Yes,No,60.00,GBP',
  '03/02/2026,acme ltd,,,Support,Printer,0.33,Yes,No,60.00,GBP',
  '04/02/2026,Acme,,,Support,Mailbox,long,Yes,No,60.00,GBP',
].join('\n');

const logs = () =>
  server()
    .services.db.$client.prepare(
      'select client_id as client, day, duration from work_logs order by date, id',
    )
    .all();

test.for(BOTH)('A file is looked at, mended, imported and undone, with %s', async (mode) => {
  const acme = addClient(server(), 'Acme');
  const visitor = await browser.openSignedIn(server(), mode);
  const { page } = visitor;
  await page.goto('/settings/data');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await arrivedAt(page, /^\/import$/);
  await expectMode(visitor);
  const file = { name: 'harvest.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Check file' }).click();
  await arrivedAt(page, /^\/import\/1$/);
  // All dates fit both orders, so nothing is new before somebody has said which.
  await shown(page.getByText('All dates could begin with the day or with the month: 03/02/2026'));
  await page.getByLabel('The day').check();
  await page.getByRole('button', { name: 'Check again' }).click();
  await shown(page.getByText('Line 4: Duration: “long” is not a duration.'));
  await page.getByLabel('Client: acme ltd').selectOption('Acme');
  await page.getByLabel('Line 4, Duration in hours').fill('0.25');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await shown(page.getByRole('heading', { name: '3 imported', exact: true }));
  await eventually(() => Promise.resolve(logs())).toEqual([
    { client: acme, day: '2026-02-03', duration: 90 },
    { client: acme, day: '2026-02-03', duration: 20 },
    { client: acme, day: '2026-02-04', duration: 15 },
  ]);
  await page.getByRole('main').getByRole('link', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await arrivedAt(page, /^\/import$/);
  await shown(page.getByRole('cell', { name: 'Undone' }));
  expect(logs()).toEqual([]);
});

test.for(BOTH)('Columns of another program are chosen once, with %s', async (mode) => {
  const visitor = await browser.openSignedIn(server(), mode);
  const { page } = visitor;
  const send = async (name: string, text: string) => {
    await page.goto('/import');
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Check file' }).click();
    await arrivedAt(page, /^\/import\/\d$/);
  };
  const header = 'Tag;Kunde;Tätigkeit;Dauer;Notiz';
  await send('one.csv', `${header}\n2026-03-02;Acme;Support;1,5;Telefon\n`);
  await page.getByLabel('Date *').selectOption('Tag (2026-03-02)');
  await page.getByLabel('Description', { exact: true }).selectOption('Notiz (Telefon)');
  await page.getByRole('button', { name: 'Read the file' }).click();
  await shown(page.getByText('Client: Acme (1 line)'));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await shown(page.getByRole('heading', { name: '1 imported', exact: true }));
  await send('two.csv', `${header}\n2026-03-03;Acme;Support;2;Mail\n`);
  await shown(page.getByText('Client: Acme (1 line)'));
  expect(logs()).toEqual([{ client: 1, day: '2026-03-02', duration: 90 }]);
});

test.for(BOTH)('A log is changed by our own file once that is ticked, with %s', async (mode) => {
  addClient(server(), 'Acme');
  addWorkType(server(), 'Support');
  const visitor = await browser.openSignedIn(server(), mode);
  const { page } = visitor;
  const body = {
    clientId: 1,
    workTypeId: 1,
    duration: 60,
    date: '2026-03-02',
    description: 'Call',
  };
  const made = await page.request.post('/api/work-logs', { data: body });
  expect(made.status(), await made.text()).toBe(201);
  const csv = await (await page.request.get('/work-logs.csv')).text();
  const send = async () => {
    await page.goto('/import');
    const buffer = Buffer.from(csv.replace(',60,Call,', ',72,Call with Ann,'));
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'ours.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Check file' }).click();
    await arrivedAt(page, /^\/import\/\d$/);
    await shown(page.getByText('Duration: 1h 0m becomes 1h 12m'));
  };
  await send();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await shown(page.getByRole('heading', { name: '0 imported, 1 changed log left as it is' }));
  expect(logs()).toMatchObject([{ duration: 60 }]);
  await send();
  await page.getByLabel('Change this log').check();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await shown(page.getByRole('heading', { name: '0 imported, 1 log changed' }));
  expect(logs()).toMatchObject([{ duration: 72 }]);
});

const TWO_NAMES = [
  HEADER,
  '13/02/2026,Acme,,,Support,Telephone,1.5,Yes,No,60.00,GBP',
  '13/02/2026,Thorn,,,Support,Mailbox,1,Yes,No,60.00,GBP',
].join('\n');

describe('What the names in a file mean', () => {
  beforeEach(() => {
    for (const name of ['Harbour Dental', 'Quay Books']) addClient(server(), name);
    for (const name of ['Visit', 'Advice']) addWorkType(server(), name);
  });

  /** Opens the look at a file with two clients and a work type, all of which would be made new. */
  async function openLook() {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await page.goto('/import');
    const file = { name: 'harvest.csv', mimeType: 'text/csv', buffer: Buffer.from(TWO_NAMES) };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Check file' }).click();
    await arrivedAt(page, /^\/import\/1$/);
    // On a slow machine the file may have been sent before React took the first page over.
    await hydrated(page);
    const names = ['Client: Acme', 'Client: Thorn', 'Work type: Support'];
    return {
      page,
      named: (name: string) => page.getByLabel(name),
      chosen: () =>
        Promise.all(
          names.map((name) => page.getByLabel(name).locator('option:checked').textContent()),
        ),
    };
  }

  test('is put back for the name for which it was chosen', async () => {
    const { page, named, chosen } = await openLook();
    await named('Client: Thorn').selectOption('Quay Books');
    await named('Work type: Support').selectOption('Visit');
    await page.getByRole('link', { name: 'All imports' }).click();
    await arrivedAt(page, '/import');
    await page.goBack();
    await arrivedAt(page, '/import/1');
    await page.getByRole('button', { name: 'Restore' }).click();
    await eventually(chosen).toEqual(['Create new', 'Quay Books', 'Visit']);
  });

  test('stays as it was chosen while another look is on its way', async () => {
    const { page, named, chosen } = await openLook();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await page.route(
      (url) => url.searchParams.has('_data'),
      async (route) => {
        if (route.request().method() === 'POST') await promise;
        await route.continue();
      },
    );
    await named('Client: Thorn').selectOption('Quay Books');
    await page.getByRole('button', { name: 'Check again' }).click();
    await eventually(() => page.evaluate(() => window.__remixRouter.state.navigation.state)).toBe(
      'submitting',
    );
    await named('Client: Thorn').selectOption('Harbour Dental');
    await named('Work type: Support').selectOption('Advice');
    resolve(undefined);
    await eventually(() => page.evaluate(() => window.__remixRouter.state.navigation.state)).toBe(
      'idle',
    );
    expect(await chosen()).toEqual(['Create new', 'Harbour Dental', 'Advice']);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await shown(page.getByRole('heading', { name: '2 imported', exact: true }));
    const [, thorn] = logs();
    expect(thorn).toMatchObject({ client: 1 });
  });
});

const TOGGL = [
  'User,Client,Project,Task,Description,Billable,Start date,Start time,Duration,Tags,Cost',
  'Alex,Acme,Website,,Telephone,Yes,2026-02-03,10:00:00,01:30:00,urgent,1.00',
  'Alex,Acme,Care,,Printer,Yes,2026-02-04,10:00:00,00:20:00,,1.00',
].join('\n');

test.for(BOTH)('Projects and tags become what is chosen, with %s', async (mode) => {
  const { page } = await browser.openSignedIn(server(), mode);
  await page.goto('/import');
  const file = { name: 'toggl.csv', mimeType: 'text/csv', buffer: Buffer.from(TOGGL) };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Check file' }).click();
  await arrivedAt(page, /^\/import\/1$/);
  await shown(page.getByText('These columns are left out: Cost.'));
  // The columns are shown as the product has them, and nothing is lost on the way there.
  await page.getByLabel('Their project').check();
  await page.getByRole('button', { name: 'Choose columns' }).click();
  await shown(page.getByRole('heading', { name: 'Which columns does the file have?' }));
  await page.getByLabel('Tags', { exact: true }).selectOption('');
  await page.getByRole('button', { name: 'Read the file' }).click();
  await shown(page.getByText('These columns are left out: Tags and Cost.'));
  await page.getByLabel('Words before the description').check();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await shown(page.getByRole('heading', { name: '2 imported', exact: true }));
  const said = server().services.db.$client.prepare(
    `select t.name as type, w.description as said from work_logs w
     join work_types t on t.id = w.work_type_id order by w.id`,
  );
  expect(said.all()).toEqual([
    { type: 'Website', said: 'Website: Telephone' },
    { type: 'Care', said: 'Care: Printer' },
  ]);
});
