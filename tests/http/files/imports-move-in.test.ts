import { describe, expect, test } from 'vitest';
import { importFile } from '#tests/support/data/imports.ts';
import { chosenOn, lookPage, sendByForm } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

/** Years of work move in from four products, by the page: few decisions, and a sheet that differs by nothing. */

const server = useServer();
const number = (sql: string) =>
  Number(server().services.db.$client.prepare(sql).pluck().get() ?? 0);

/** `npm run prove -- imports` moves in with years of work. */
const LINES = process.env.IMPORTS === 'hostile' ? 20_000 : 300;
/** Most of what a person may have to decide: all of it is one answer for the whole file. */
const MOST_DECISIONS = 10;

type Work = ReturnType<typeof workOf>;

/** A line of work, the same for the same number; its minutes are whole in hours of two decimals. */
function workOf(at: number) {
  const began = new Date(Date.UTC(2023, 0, 2, 8) + Math.floor((at * 1_350) / LINES) * 86_400_000);
  const minutes = 3 * (1 + (at % 40));
  const ratePence = [6_000, 7_250, 9_999][at % 3] ?? 0;
  const isBillable = at % 7 !== 0;
  began.setUTCMinutes((at * 13) % 480);
  return {
    client: `Client ${at % 30}`,
    project: `Project ${at % 4}`,
    task: ['Support', 'Design', 'Travel'][at % 3] ?? '',
    text: at % 5 === 0 ? '' : `Work “${at}”, by order; and so on`,
    tags: [[], ['urgent'], ['on site', 'urgent']][at % 3] ?? [],
    link: at % 6 === 0 ? `https://example.com/issues/${at}` : '',
    day: began.toISOString().slice(0, 10),
    began: began.toISOString().slice(11, 16),
    ended: new Date(began.getTime() + minutes * 60_000).toISOString().slice(11, 16),
    endDay: new Date(began.getTime() + minutes * 60_000).toISOString().slice(0, 10),
    isBillable,
    isInvoiced: isBillable && at < LINES / 2,
    minutes,
    ratePence,
    amountPence: isBillable ? Math.floor((minutes * ratePence + 30) / 60) : 0,
  };
}

const money = (pence: number) => (pence / 100).toFixed(2);
const yes = (is: boolean) => (is ? 'Yes' : 'No');
const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((one) => String(one).padStart(2, '0')).join(':');
const british = (day: string) => day.split('-').reverse().join('/');

/** How a product writes work, what a person answers beyond what the page proposes, and what is not read. */
type Product = {
  header: string;
  cells: (work: Work) => (string | number)[];
  answers: Record<string, string>;
  unread: string;
};

const PRODUCTS: Record<string, Product> = {
  'Toggl Track': {
    header:
      'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount (GBP)',
    cells: (work) => [
      ...['Alex', 'alex@example.com', work.client, work.project, '', work.text],
      ...[yes(work.isBillable), work.day, `${work.began}:00`, work.endDay, `${work.ended}:00`],
      ...[`${clock(work.minutes)}:00`, work.tags.join(', '), money(work.amountPence)],
    ],
    answers: { workTypes: 'projects', confirm: 'doubtful' },
    unread: '',
  },
  Clockify: {
    header:
      'Project,Client,Description,Task,User,Group,Email,Tags,Billable,Invoiced,Invoice ID,Start Date,Start Time,End Date,End Time,Duration (h),Duration (decimal),Billable Rate (GBP),Billable Amount (GBP),Date of creation',
    cells: (work) => [
      ...[work.project, work.client, work.text, work.task, 'Alex', 'All', 'alex@example.com'],
      ...[work.tags.join(', '), yes(work.isBillable), yes(work.isInvoiced)],
      ...[work.isInvoiced ? 'INV-1' : '', british(work.day), work.began, british(work.endDay)],
      ...[work.ended, `${clock(work.minutes)}:00`, (work.minutes / 60).toFixed(2)],
      ...[money(work.isBillable ? work.ratePence : 0), money(work.amountPence), '2026-01-01'],
    ],
    answers: { confirm: 'doubtful' },
    unread: 'Group and Date of creation',
  },
  Harvest: {
    header:
      'Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,Approved?,First Name,Last Name,Roles,Employee?,Billable Rate,Billable Amount,Cost Rate,Cost Amount,Currency,External Reference URL',
    cells: (work) => [
      ...[work.day, work.client, work.project, work.project.replace('Project ', 'P-')],
      ...[work.task, work.text, (work.minutes / 60).toFixed(2)],
      ...[yes(work.isBillable), yes(work.isInvoiced), 'No', 'Alex', '', 'Owner', 'Yes'],
      ...[money(work.ratePence), money(work.amountPence), '40.00', '40.00'],
      ...['British Pound - GBP', work.link],
    ],
    answers: { confirm: 'doubtful' },
    unread: 'Approved?, Roles, Employee?, Cost Rate and Cost Amount',
  },
  Kimai: {
    header:
      'Date,From,To,Duration,Currency,Price,Internal price,Hourly price,Fixed price,Name,User,E-mail,Staff number,Customer,Project,Activity,Description,Billable,Tags,Type',
    cells: (work) => [
      ...[work.day, work.began, work.ended, (work.minutes / 60).toFixed(2), 'GBP'],
      ...[money(work.amountPence), '0.00', money(work.isBillable ? work.ratePence : 0), ''],
      ...['Alex', 'alex', 'alex@example.com', '', work.client, work.project, work.task, work.text],
      ...[yes(work.isBillable), work.tags.join(','), 'timesheet'],
    ],
    answers: { confirm: 'doubtful' },
    unread: 'Internal price, User, Type and 1 empty column',
  },
};

/** The page of the first import once it was read, or written. */
const readyPage = (visitor: Visitor, says: string) =>
  expect
    .poll(
      async () => {
        const page = await lookPage(visitor);
        const text = visibleText(page);
        return text.includes(says) ? page : text.slice(0, 300);
      },
      { timeout: 200_000, interval: 100 },
    )
    .toContain('<');

describe.each(Object.entries(PRODUCTS))('Work from %s moves in', (_, product) => {
  const works = Array.from({ length: LINES }, (_one, at) => workOf(at));
  const quote = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`;
  const lines = works.map((work) => product.cells(work).map(quote).join(','));
  const file = `${product.header}\r\n${lines.join('\r\n')}\r\n`;
  const sum = (of: (work: Work) => number) => works.reduce((all, work) => all + of(work), 0);

  test('with few decisions, every minute and penny, and nothing dropped unsaid', async () => {
    const visitor = await visitSignedIn(server());
    await sendByForm(server(), visitor, file);
    await readyPage(visitor, 'What the file holds');
    const page = await lookPage(visitor);
    const text = visibleText(page);
    if (product.unread === '') expect(text).not.toContain('left out:');
    else expect(text).toContain(`These columns are left out: ${product.unread}.`);
    // All else stays as it is proposed.
    expect(Object.keys(product.answers).length).toBeLessThanOrEqual(MOST_DECISIONS);
    expect(chosenOn(page, 'projects')).toEqual(['jobs']);
    await pressPlainly(visitor, page, 'Import', product.answers);
    await readyPage(visitor, `${LINES.toLocaleString('en-GB')} imported`);
    expect(number('select count(*) from work_logs')).toBe(LINES);
    expect(number('select sum(duration) from work_logs')).toBe(sum(({ minutes }) => minutes));
    expect(number('select sum(total_pence) from work_logs where billable')).toBe(
      sum(({ amountPence }) => amountPence),
    );
    const isSaid = product.header.includes('Invoiced');
    expect(number('select count(*) from work_logs where is_invoiced')).toBe(
      isSaid ? sum(({ isInvoiced }) => Number(isInvoiced)) : 0,
    );
    expect(number('select count(*) from jobs')).toBe(60);
    const sheet = visibleText((await visitor.get('/import/1/sheet')).text).replace(/\s+/g, ' ');
    expect(sheet).toContain('Time differs by 0');
    expect(sheet).toContain('Money differs by 0');
    const again = await importFile(visitor, file, '?confirm=doubtful');
    expect(again, again.message ?? '').toMatchObject({ status: 'done', new: 0, known: LINES });
  });
});
