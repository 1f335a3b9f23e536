import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { fieldsOf } from '../../support/form.ts';
import { toastOf, visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const server = useServer();
let visitor: Visitor;
let clientId: number;
let workTypeId: number;

beforeEach(async () => {
  // A Wednesday; in London summer time began on the Sunday before.
  server().setClock(new Date('2026-04-01T12:00:00Z'));
  visitor = await visitSignedIn(server());
  clientId = addClient(server(), 'Thorn');
  workTypeId = addWorkType(server(), 'Support');
});

const add = (day: string) => addLog(server(), { clientId, workTypeId, day });
const textOf = async (path: string) => visibleText((await visitor.get(path)).text);
const days = async () => {
  const answer = await visitor.api('GET', '/api/work-logs');
  const logs = z.array(z.object({ date: z.string() })).parse(answer.json());
  return logs.map(({ date }) => date.slice(0, 10));
};

describe('the week', () => {
  test('says of no day with hardware alone that nothing was logged, in a week of more logs than it shows', async () => {
    const hardware = addWorkType(server(), 'Hardware');
    await visitor.api('POST', '/api/work-logs', {
      clientId,
      workTypeId: hardware,
      date: '2026-03-30',
      hardwareItems: [{ itemName: 'Cable', quantity: 1, unitPrice: '9.99' }],
    });
    for (let count = 0; count < 300; count += 1) add('2026-04-01');
    const text = await textOf('/week');
    expect(text).toContain('Total £9.99 Nothing logged 300h 0m 300h 0m');
    expect(text).toContain('See all in Work Logs');
  });

  test('says what lacks of the days of a week with work, and of no day of a week without', async () => {
    add('2026-03-31');
    const lacks = async (of: string) =>
      (await textOf(`/week?of=${of}`)).match(/Nothing logged/g)?.length;
    // Monday; and of a week without work the day that is chosen, which has no log to show.
    expect([await lacks('2026-03-31'), await lacks('2026-03-24')]).toEqual([1, 1]);
  });

  test('shows seven days from Monday on, with totals, and what lacks', async () => {
    add('2026-03-30');
    add('2026-03-30');
    add('2026-04-05');
    add('2026-04-06');
    const text = await textOf('/week');
    expect(text).toContain('30 Mar 2026 – 5 Apr 2026');
    expect(text).toContain('3h 0m · £180.00');
    expect(text).toContain('Client Mon 30 Mar Tue 31 Mar Wed 1 Apr · today Thu 2 Apr');
    expect(text).toContain('Thorn 2h 0m 1h 0m 3h 0m');
    expect(text).toContain('Total 2h 0m Nothing logged 1h 0m 3h 0m');
    expect(text).toContain('Wed 1 Apr Log work on Wed 1 Apr');
    expect(await textOf('/week?of=2026-04-05')).toContain(
      'Thorn Support · Sample 1h 0m £60.00 Repeat',
    );
  });

  test('says how much of its amount is VAT, as Work Logs does of the same logs', async () => {
    add('2026-03-30');
    expect(await textOf('/week')).not.toContain('VAT');
    const hardware = { clientId, workTypeId: addWorkType(server(), 'Hardware') };
    const hardwareItems = [{ itemName: 'Switch', quantity: 1, unitPrice: '12.00' }];
    await visitor.api('POST', '/api/work-logs', { ...hardware, hardwareItems });
    const sums = '£72.00 of which £2.00 VAT';
    expect(await textOf('/work-logs?startDate=2026-03-30&endDate=2026-04-05')).toContain(sums);
    expect(await textOf('/week')).toContain(`1h 0m · ${sums}`);
    expect(await textOf('/week?of=2026-04-06')).not.toContain('VAT');
  });

  test('can be any other', async () => {
    add('2026-03-29');
    expect(await textOf('/week?of=2026-03-29')).toContain('23 Mar 2026 – 29 Mar 2026');
    expect(await textOf('/week?of=2026-03-25')).toContain('Thorn 1h 0m 1h 0m');
    expect(await textOf('/week?of=nonsense')).toContain('30 Mar 2026 – 5 Apr 2026');
    expect(await textOf('/week?of=2026-02-30')).toContain('30 Mar 2026 – 5 Apr 2026');
  });

  test.each([
    ['7.5', '7h 30m', '6h 30m short', 'of 37h 30m'],
    ['1h', '1h 0m', null, 'of 5h 0m'],
  ])('measures working days by a target of %s', async (typed, said, short, sum) => {
    add('2026-03-30');
    const saved = await visitor.post('/settings/week-target', { target: typed });
    expect(saved.location).toBe('/settings/account');
    expect(await textOf('/settings/account')).toContain(`${said} a working day.`);
    const text = await textOf('/week');
    expect(text).toContain(sum);
    expect(text).toContain(`Total 1h 0m${short === null ? '' : ` ${short}`} Nothing logged`);
    await visitor.post('/settings/week-target', { target: '' });
    expect(await textOf('/week')).not.toContain('short');
  });

  test.each(['0', '25', 'a lot', '-1'])('refuses the target %s, and keeps it', async (target) => {
    const answer = await visitor.post('/settings/week-target', { target });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`value="${target}"`);
  });

  test('keeps the target that another window saved, unless this one changed it, too', async () => {
    const open = async () => (await visitor.get('/settings/week-target')).text;
    const save = (html: string, typed: Record<string, string>) =>
      visitor.post('/settings/week-target', { ...fieldsOf(html, 'target'), ...typed });
    const [left, typedIn] = [await open(), await open()];
    await save(await open(), { target: '8' });
    expect((await save(left, {})).location).toBe('/settings/account');
    expect(await textOf('/settings/account')).toContain('8h 0m a working day.');
    const refused = await save(typedIn, { target: '7.5' });
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain('Saved by someone else: 8 hours');
    expect(fieldsOf(refused.text, 'target')).toMatchObject({ target: '7.5' });
    expect((await save(refused.text, {})).location).toBe('/settings/account');
    expect(await textOf('/settings/account')).toContain('7h 30m a working day.');
  });

  test('moves a log to the day before or after, once', async () => {
    const id = add('2026-03-30');
    const page = await visitor.get('/week');
    const press = { ...fieldsOf(page.text, 'week'), earlier: `${id} 2026-03-30` };
    expect((await visitor.post('/week?of=2026-03-30', press)).location).toBe('/week?of=2026-03-30');
    await visitor.post('/week?of=2026-03-30', press);
    expect(await days()).toEqual(['2026-03-29']);
    expect(toastOf((await visitor.get('/week')).text)).toContain('Moved to 29 Mar 2026');
    // The same press from a page that was loaded again has another key.
    const again = {
      ...fieldsOf((await visitor.get('/week')).text, 'week'),
      earlier: press.earlier,
    };
    await visitor.post('/week', again);
    expect(await days()).toEqual(['2026-03-29']);
    await visitor.post('/week', { later: String(id) });
    expect(await days()).toEqual(['2026-03-30']);
  });

  test('leaves a log that another window moved, and says where it is', async () => {
    const id = add('2026-03-31');
    const press = fieldsOf((await visitor.get('/week?of=2026-03-30')).text, 'week');
    await visitor.api('PUT', `/api/work-logs/${id}`, { date: '2026-03-02T12:00:00Z' });
    await visitor.post('/week?of=2026-03-30', { ...press, later: `${id} 2026-03-31` });
    expect(await days()).toEqual(['2026-03-02']);
    const said = toastOf((await visitor.get('/week')).text);
    expect(said).toContain('The work log was not moved');
    expect(said).toContain('The work log is now on 2 Mar 2026');
  });

  test('moves a log at its time of day, also over a change of the clocks', async () => {
    const moved = async (date: string, press: 'earlier' | 'later') => {
      const fields = { clientId, workTypeId, duration: 60, description: 'At a time of day', date };
      const made = await visitor.api('POST', '/api/work-logs', fields);
      const { id } = z.object({ id: z.number() }).parse(made.json());
      await visitor.post('/week', { [press]: String(id) });
      const answer = await visitor.api('GET', `/api/work-logs/${id}`);
      return z.object({ date: z.string() }).parse(answer.json()).date;
    };
    expect(await moved('2026-03-31T08:05:09.000Z', 'earlier')).toBe('2026-03-30T08:05:09.000Z');
    // 17:40 in London, in winter and in summer.
    expect(await moved('2026-03-28T17:40:00.000Z', 'later')).toBe('2026-03-29T16:40:00.000Z');
    expect(await moved('2026-03-29T22:59:59.999Z', 'earlier')).toBe('2026-03-28T23:59:59.999Z');
    // There is no 01:30 on the day on which the clocks go forward.
    expect(await moved('2026-03-28T01:30:00.000Z', 'later')).toBe('2026-03-29T11:00:00.000Z');
  });

  test('leaves a log on the first day that there is, and one a year ahead, and says so', async () => {
    const [first, last] = [add('1970-01-01'), add('2027-04-01')];
    await visitor.post('/week', { earlier: String(first) });
    expect(toastOf((await visitor.get('/week')).text)).toContain('begin with the year 1970');
    await visitor.post('/week', { later: String(last) });
    expect(toastOf((await visitor.get('/week')).text)).toContain('more than a year ahead');
    expect(await days()).toEqual(['2027-04-01', '1970-01-01']);
    expect((await visitor.get(`/work-logs/${first}/edit`)).status).toBe(200);
  });

  test.each([
    ['1970-01-01', '1 Jan 1970 – 4 Jan 1970', ['Thu 1 Jan', 'Sun 4 Jan'], ['1970-01-05']],
    ['9998-12-31', '28 Dec 9998 – 31 Dec 9998', ['Mon 28 Dec', 'Thu 31 Dec'], ['9998-12-21']],
    ['1970-01-05', '5 Jan 1970 – 11 Jan 1970', [], ['1970-01-01', '1970-01-12']],
  ])(
    'of %s has only days that there are, and every link leads on',
    async (of, title, names, to) => {
      const { text } = await visitor.get(`/week?of=${of}`);
      for (const said of [title, ...names]) expect(visibleText(text)).toContain(said);
      const [table = ''] = /<table[^]*?<\/table>/.exec(text) ?? [];
      const links = [...text.matchAll(/href="([^"#]*)"/g)].map(([, link = '']) =>
        link.replaceAll('&amp;', '&'),
      );
      const weeks = links.filter((link) => link.startsWith('/week?'));
      const inGrid = weeks.filter((link) => table.includes(`href="${link}"`));
      expect(weeks.filter((link) => !inGrid.includes(link))).toEqual(
        to.map((day) => `/week?of=${day}`),
      );
      for (const link of links.filter((one) => /[?&](of|startDate|date)=/.test(one))) {
        expect([link, (await visitor.get(link)).status]).toEqual([link, 200]);
      }
      expect(await textOf(`/week/print?of=${of}`)).toContain(title.replace(' – ', ' to '));
    },
  );

  test('repeats a log today', async () => {
    const id = add('2026-03-30');
    await visitor.post('/week?of=2026-03-30', { repeat: String(id) });
    expect(await days()).toEqual(['2026-04-01', '2026-03-30']);
  });

  test('opens the form for a day, and comes back', async () => {
    const path = '/work-logs/new?date=2026-03-31&back=%2Fweek%3Fof%3D2026-03-30';
    const page = await visitor.get(path);
    expect(fieldsOf(page.text, 'work-log')).toMatchObject({ date: '2026-03-31' });
    const fields = { clientId: String(clientId), workTypeId: String(workTypeId), duration: '1' };
    const answer = await visitor.post(path, { ...fieldsOf(page.text, 'work-log'), ...fields });
    expect(answer.location).toBe('/week?of=2026-03-30');
    expect(await days()).toEqual(['2026-03-31']);
  });

  test.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example'])(
    'never leads back to another site: %j',
    async (back) => {
      const page = await visitor.get(`/work-logs/new?back=${encodeURIComponent(back)}`);
      expect(/href="[^"?]*evil/.exec(page.text)).toBeNull();
      expect(page.text).toContain('href="/work-logs"');
    },
  );
});
