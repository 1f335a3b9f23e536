import { describe, expect, test } from 'vitest';
import { createClient } from '#app/clients/clients.server.ts';
import { workLogs } from '#db/schema.ts';
import { addLog, addWorkType } from '../../support/data/entries.ts';
import { controlOf, toastOf, visibleText } from '../../support/html.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { pressPlainly } from '../../support/plain-forms.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';

const shared = useSharedServer();

const lastLog = () => shared().server.services.db.select().from(workLogs).all().at(-1);

/** Acme pays £60, £90 for premium work and nothing special; Beta £70, £95 and £50; Support £75. */
function makeEntries() {
  const { server } = shared();
  const add = (name: string, [standardRate, premiumRate, discountedRate]: (number | null)[]) =>
    createClient(server.services, {
      name,
      email: null,
      contactPerson: null,
      isActive: null,
      standardRate: standardRate ?? 0,
      premiumRate: premiumRate ?? 0,
      discountedRate: discountedRate ?? null,
    }).id;
  const acme = add('Acme', [6_000, 9_000, null]);
  const beta = add('Beta', [7_000, 9_500, 5_000]);
  const support = addWorkType(server, 'Support');
  return {
    acme: String(acme),
    beta: String(beta),
    support: String(support),
    log: addLog(server, { clientId: acme, workTypeId: support }),
    task: addPendingLog(server, { clientId: acme, workTypeId: support, duration: 60 }),
  };
}

/** Where one logs, without scripts: the page, its button and the fields of an hour. */
const LOGGING = {
  'Add Log': ['/work-logs/new', 'Save', { duration: '1h', billable: 'on' }],
  'the quick entry': ['/dashboard', 'Log Work', { hours: '1' }],
  'the quick log': ['/work-logs/quick-log', 'Log Work', { duration: '1h' }],
} as const;

describe.each(Object.keys(LOGGING) as (keyof typeof LOGGING)[])('The rate in %s', (where) => {
  const [path, button, hour] = LOGGING[where];

  async function log(typed: Record<string, string>) {
    const { visitor } = shared();
    const entries = makeEntries();
    const page = await visitor.get(path);
    const sent = { clientId: entries.acme, workTypeId: entries.support, ...hour, ...typed };
    const before = lastLog()?.id;
    const answer = await pressPlainly(visitor, page.text, button, sent);
    const log = lastLog();
    const isNew = log !== undefined && log.id !== before;
    const toast = answer.status === 303 ? toastOf((await visitor.get('/work-logs')).text) : null;
    return { answer, toast, pence: isNew ? log.hourlyRatePence : null };
  }

  test.each([
    [{}, 6_000, "£60.00 at £60.00, Acme's standard rate"],
    [{ rateChoice: 'standard' }, 6_000, "£60.00 at £60.00, Acme's standard rate"],
    [{ rateChoice: 'premium' }, 9_000, "£90.00 at £90.00, Acme's premium rate"],
    [{ rateChoice: 'work-type' }, 7_500, '£75.00 at £75.00, the rate of Support'],
    [{ rateChoice: 'typed', hourlyRate: '61.50' }, 6_150, '£61.50 at £61.50, typed'],
    [{ hourlyRate: '61.50' }, 6_150, '£61.50 at £61.50, typed'],
  ])('%j is charged, and said', async (typed, pence, said) => {
    const logged = await log(typed);
    expect(logged.pence).toBe(pence);
    expect(logged.toast).toMatch(new RegExp(`logged|created`));
    expect(logged.toast).toContain(`1h 0m · ${said}`);
  });

  test.each([
    [{ rateChoice: 'discounted' }, 'rateChoice', 'Acme has no discounted rate.'],
    [{ rateChoice: 'premium', hourlyRate: '61' }, 'hourlyRate', 'A rate is chosen and another'],
    [{ rateChoice: 'typed' }, 'hourlyRate', 'Type the rate, or choose another above.'],
    [{ rateChoice: 'highest' }, 'rateChoice', 'Choose one of these rates.'],
  ])('%j is refused at %s, and nothing is logged', async (typed, name, sentence) => {
    const { answer, pence } = await log(typed);
    expect([answer.status, pence]).toEqual([400, null]);
    const control = controlOf(answer.text, name);
    expect(control.isInvalid).toBe(true);
    expect(control.descriptions.at(-1)).toContain(sentence);
  });

  test('is shown with its reason, as are the choices, when the form comes back', async () => {
    const { answer } = await log({ duration: 'some hours', hours: 'some hours' });
    expect(answer.status).toBe(400);
    const text = visibleText(answer.text);
    expect(text).toContain('Usual: £60.00 Standard: £60.00 Premium: £90.00');
    expect(text).toContain('Discounted: none Work type: £75.00 Other…');
    expect(controlOf(answer.text, 'rateChoice').descriptions).toEqual([
      "Charged at £60.00/hr, Acme's standard rate",
    ]);
  });
});

/** The forms of what exists: the page, the name of the rate's field, and the stored rate. */
const EDITING = {
  'Edit Log': (entries: ReturnType<typeof makeEntries>) => ({
    path: `/work-logs/${entries.log}/edit`,
    rateName: 'hourlyRate',
    stored: () =>
      shared()
        .server.services.db.select()
        .from(workLogs)
        .all()
        .find(({ id }) => id === entries.log)?.hourlyRatePence,
  }),
  'Edit Pending Log': (entries: ReturnType<typeof makeEntries>) => ({
    path: `/pending-work-logs/${entries.task}/edit`,
    rateName: 'estimatedHourlyRate',
    stored: () => pendingRow(shared().server, entries.task).estimatedHourlyRatePence,
  }),
};

describe.each(Object.keys(EDITING) as (keyof typeof EDITING)[])('The rate in %s', (where) => {
  async function open() {
    const entries = makeEntries();
    const { visitor } = shared();
    const { path, rateName, stored } = EDITING[where](entries);
    const { text } = await visitor.get(path);
    const update = async (typed: Record<string, string>, html = text) => {
      const answer = await pressPlainly(visitor, html, 'Update', typed);
      const page = answer.location === null ? answer : await visitor.get(answer.location);
      return { answer, toast: toastOf(page.text) };
    };
    return { ...entries, rateName, stored, update };
  }

  test('is the one that was chosen of the client, and the answer says from what to what', async () => {
    const { update, stored } = await open();
    const { toast } = await update({ rateChoice: 'premium' });
    expect(stored()).toBe(9_000);
    expect(toast).toContain(
      "1h 0m · £90.00 at £90.00, Acme's premium rate. The rate changed from £60.00 to £90.00.",
    );
  });

  test('is that of the new client where both are changed', async () => {
    const { update, stored, beta } = await open();
    await update({ rateChoice: 'premium', clientId: beta });
    expect(stored()).toBe(9_500);
  });

  test('changes with the client, and the answer says from what to what', async () => {
    const { update, beta } = await open();
    const { toast } = await update({ clientId: beta });
    expect(toast).toContain(
      "£50.00 at £50.00, Beta's discounted rate. The rate changed from £60.00 to £50.00.",
    );
  });

  test('is shown from what to what when the form comes back', async () => {
    const { update, beta } = await open();
    const { answer } = await update({ clientId: beta, duration: 'some hours' });
    expect(controlOf(answer.text, 'rateChoice').descriptions[0]).toBe(
      "Charged at £50.00/hr, Beta's discounted rate, instead of £60.00",
    );
  });

  test('is refused where two are named, or one that the client does not have', async () => {
    const { update, stored, rateName, beta } = await open();
    const both = await update({ rateChoice: 'premium', [rateName]: '61' });
    expect(both.answer.status).toBe(400);
    expect(controlOf(both.answer.text, 'rateChoice').descriptions.at(-1)).toMatch(
      /^A rate is chosen/,
    );
    const none = await update({ rateChoice: 'discounted' });
    expect(none.answer.status).toBe(400);
    expect(controlOf(none.answer.text, 'rateChoice').descriptions.at(-1)).toMatch(/^Acme has no/);
    expect(stored()).toBe(6_000);
    await update({ clientId: beta }, none.answer.text);
    expect(stored()).toBe(5_000);
  });
});
