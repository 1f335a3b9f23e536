import { describe, expect, test } from 'vitest';
import { workLogs } from '#db/schema.ts';
import { controlOf, toastOf } from '../../support/html.ts';
import { pressPlainly } from '../../support/plain-forms.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import {
  addTimeEntries,
  MONEY_CASES,
  TIME_FIELDS,
  type TimeEntries,
  type TimeField,
} from '../../support/data/time-fields.ts';

const shared = useSharedServer();

/** What no field for time takes. */
const UNREADABLE = ['some hours', '1:75', '-1', '1,500', '0'];

const makeEntries = () => addTimeEntries(shared().server);
// One person logs more in one day than it has hours, and one log of ninety.
const CONFIRMED = { confirm: 'hours-day' };
const work = ({ client, onSite }: TimeEntries) => ({
  clientId: client,
  workTypeId: onSite,
  ...CONFIRMED,
});
const lastLog = () => shared().server.services.db.select().from(workLogs).all().at(-1)?.duration;

/** Types a text into a field, without scripts, and presses the form's button. */
async function send(field: TimeField, text: string, entries: TimeEntries) {
  const { visitor } = shared();
  const page = await visitor.get(field.path(entries));
  const name = field.name(entries);
  const typed = { ...field.typed(entries), ...CONFIRMED, [name]: text };
  const before = field.stored(shared().server, entries);
  const answer = await pressPlainly(visitor, page.text, field.button, typed);
  return { answer, name, before, stored: field.stored(shared().server, entries) };
}

describe.each(TIME_FIELDS)('%s, without scripts,', (_, field) => {
  test('stores what people mean', async () => {
    const entries = makeEntries();
    for (const [text, minutes] of Object.entries({ ...MONEY_CASES, '0.3333': 20 })) {
      const { answer, stored } = await send(field, text, entries);
      expect([text, answer.status]).toEqual([text, 303]);
      expect([text, stored]).toEqual([text, minutes + field.beside]);
    }
  });

  test('refuses what it cannot read, keeps it, and stores nothing', async () => {
    const entries = makeEntries();
    const isOptional = field.beside > 0;
    for (const text of UNREADABLE.filter((one) => !(isOptional && one === '0'))) {
      const { answer, name, before, stored } = await send(field, text, entries);
      expect([text, answer.status]).toEqual([text, 400]);
      const control = controlOf(answer.text, name);
      expect([text, control.value]).toEqual([text, text]);
      expect([text, stored]).toEqual([text, before]);
      if (text !== '0') {
        expect([text, control.isInvalid]).toEqual([text, true]);
        expect(control.descriptions.at(-1)).toMatch(/such as 1|1h 30m/);
      }
    }
  });

  test('is a field for text, so that no keyboard and no browser drops letters', async () => {
    const entries = makeEntries();
    const { text } = await shared().visitor.get(field.path(entries));
    const tag = new RegExp(`<input[^>]*\\sname="${field.name(entries)}"[^>]*>`).exec(text)?.[0];
    expect(tag).toContain('type="text"');
    expect(tag).not.toMatch(/inputmode|pattern=/i);
  });
});

describe('the two fields of the quick entry', () => {
  test.each([
    [{ hours: '1', minutes: '30' }, 90],
    [{ hours: '1h', minutes: '30m' }, 90],
    [{ hours: '1:00', minutes: '0:30' }, 90],
    [{ hours: '23', minutes: '59' }, 1_439],
    [{ hours: '45m', minutes: '0' }, 45],
    [{ hours: '', minutes: '45' }, 45],
  ])('%j are %i minutes', async (typed, minutes) => {
    const entries = makeEntries();
    const answer = await shared().visitor.post('/dashboard', { ...work(entries), ...typed });
    expect([answer.status, lastLog()]).toEqual([303, minutes]);
  });

  test.each([
    [{ hours: '1:30', minutes: '30' }, 'minutes', /^The field for hours holds the whole/],
    [{ hours: '45m', minutes: '45' }, 'minutes', /^The field for hours holds the whole/],
    [{ hours: '1', minutes: '90m' }, 'hours', /^The field for minutes holds the whole/],
    [{ hours: '24', minutes: '' }, 'hours', /^Enter whole hours from 0 to 23, or/],
    [{ hours: '24h', minutes: '' }, 'hours', /^Enter whole hours from 0 to 23, or/],
    [{ hours: '', minutes: '60' }, 'minutes', /^Enter whole minutes from 0 to 59, or/],
    [{ hours: '', minutes: '45.0' }, 'minutes', /^Enter whole minutes from 0 to 59, or/],
  ])('%j are refused at %s', async (typed, name, sentence) => {
    const entries = makeEntries();
    const before = lastLog();
    const answer = await shared().visitor.post('/dashboard', { ...work(entries), ...typed });
    expect([answer.status, lastLog()]).toEqual([400, before]);
    const control = controlOf(answer.text, name);
    expect([control.isInvalid, control.descriptions.at(-1)]).toEqual([
      true,
      expect.stringMatching(sentence),
    ]);
  });
});

test('without scripts the toast says what was understood and what it comes to', async () => {
  const { visitor } = shared();
  const entries = makeEntries();
  await visitor.post('/work-logs/new', { ...work(entries), duration: '90', billable: 'on' });
  expect(toastOf((await visitor.get('/work-logs')).text)).toBe(
    "Work log created successfully 90h 0m · £5,400.00 at £60.00, Acme's standard rate",
  );
});

test('the API takes whole minutes, as ever', async () => {
  const { visitor } = shared();
  const { client, onSite } = makeEntries();
  const body = { clientId: Number(client), workTypeId: Number(onSite), ...CONFIRMED };
  const made = await visitor.api('POST', '/api/work-logs', { ...body, duration: 45 });
  expect(made.json()).toMatchObject({ duration: 45, hourlyRate: '60.00', totalAmount: '45.00' });
  for (const duration of ['45m', '1.5', 1.5]) {
    const answer = await visitor.api('POST', '/api/work-logs', { ...body, duration });
    expect([duration, answer.status]).toEqual([duration, 400]);
  }
});
