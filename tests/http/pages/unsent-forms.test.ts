import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { SIGNED_IN } from '../../support/addresses.ts';
import { addClient, addLog, addWorkType, approve } from '../../support/data/entries.ts';
import { fillEveryScreen } from '../../support/browser/every-screen.ts';
import { attributesOf, controlOf, visibleText } from '../../support/html.ts';
import { openLink } from '../../support/server/login-link.ts';
import { addPendingLog, pendingRow } from '../../support/data/pending-work-logs.ts';
import { plainFormsOf, pressPlainly } from '../../support/plain-forms.ts';
import { dataAddress } from '../../support/route-ids.ts';
import { pressReview } from '../../support/review.ts';
import { TEST_EMAIL } from '../../support/server/test-server.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visit, type Visitor } from '../../support/server/visitor.ts';
import { useConsentedXero, xeroEnvironment } from '../../support/server/xero-organisation.ts';
import { HARBOUR } from '../../support/server/xero.ts';
import { createSignInLink } from '#app/auth/sign-in/sign-in-links.server.ts';
import { workLogs } from '#db/schema.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

let visitor: Visitor;

const newLink = () => createSignInLink(server().services, TEST_EMAIL).replace(server().url, '');

beforeEach(async () => {
  visitor = visit(server());
  await openLink(visitor, newLink());
});

/** Sends a form after the end of the session, signs in, and presses the button back to the form. */
async function sendUnsigned(path: string, fields: Record<string, string>): Promise<string> {
  visitor.cookies.delete('session');
  const refused = await visitor.post(path, fields);
  expect(refused.status).toBe(401);
  expect(visibleText(refused.text)).toContain('what you typed is kept');
  expect((await openLink(visitor, newLink())).location).toBe('/unsent-form');
  const kept = (await visitor.get('/unsent-form')).text;
  const shown = await pressPlainly(visitor, kept, 'Back to the form');
  expect(shown.status).toBe(200);
  return shown.text;
}

describe('What was typed after the session had ended comes back', () => {
  test('in the timer', async () => {
    const page = await sendUnsigned('/timer', { press: 'start', description: 'Mailbox' });
    expect(controlOf(page, 'description').value).toBe('Mailbox');
    expect(page).toContain('Start a timer');
  });

  test('also where another tab, or this one, asked for a screen before the sign-in', async () => {
    visitor.cookies.delete('session');
    const refused = await visitor.post('/timer', { press: 'start', description: 'Mailbox' });
    expect(visibleText(refused.text)).toContain('what you typed is kept');
    for (const path of ['/unsent-form', '/clients', dataAddress('/week')]) {
      expect((await visitor.get(path)).status).toBe(401);
    }
    expect((await openLink(visitor, newLink())).location).toBe('/unsent-form');
    expect((await visitor.get('/unsent-form')).text).toContain('Mailbox');
    // The next sign-in leads to the screen that was asked for, as ever.
    visitor.cookies.delete('session');
    await visitor.get('/clients');
    expect((await openLink(visitor, newLink())).location).toBe('/clients');
  });

  test('in the running timer, which goes on', async () => {
    await visitor.api('POST', '/api/timer/start', {});
    const sent = plainFormsOf((await visitor.get('/timer')).text).find(({ fields }) =>
      fields.some(([name]) => name === 'description'),
    );
    const fields = { ...Object.fromEntries(sent?.fields ?? []), description: 'Mailbox' };
    const page = await sendUnsigned('/timer', { ...fields, press: 'save' });
    expect(controlOf(page, 'description').value).toBe('Mailbox');
    expect((await visitor.api('GET', '/api/timer')).json()).toMatchObject({ running: true });
    const saved = await pressPlainly(visitor, page, 'Save', { description: 'Mailbox' });
    expect(saved.status).toBe(303);
    expect((await visitor.api('GET', '/api/timer')).json()).toMatchObject({
      description: 'Mailbox',
    });
  });

  test('in the line, and in the fields for the rest of one', async () => {
    addClient(server(), 'Thorn');
    addWorkType(server(), 'Support');
    const page = await sendUnsigned('/work-logs/line', { line: '1h thorn support', back: '/week' });
    expect(controlOf(page, 'line').value).toBe('1h thorn support');
    expect(controlOf(page, 'back').value).toBe('/week');
    const chosen = { line: '1h thorn', readLine: '1h thorn', duration: '1', description: 'Cables' };
    const rest = await sendUnsigned('/work-logs/line', chosen);
    expect(controlOf(rest, 'description').value).toBe('Cables');
    expect(server().services.db.select().from(workLogs).all()).toEqual([]);
  });

  test.for([
    ['/settings/ai/save', { aiInvoiceSummaryPrompt: 'Be brief.', openaiApiKey: 'sk-hush' }],
    ['/settings/xero/template', { template: '{date}: {description}' }],
    ['/settings/week-target', { target: '7h 30m' }],
    ['/settings/todoist/schedule', { schedule: 'daily' }],
    ['/pending-work-logs/sync', { startDate: '2026-11-02', endDate: '2026-11-20' }],
  ] as const)('in %s, without its secrets', async ([path, fields]) => {
    const page = await sendUnsigned(path, fields);
    expect(page).not.toContain('sk-hush');
    for (const [name, text] of Object.entries(fields)) {
      if (name !== 'openaiApiKey') expect(controlOf(page, name).value).toBe(text);
    }
  });

  test('in the rows of Todoist Import, and nothing is saved', async () => {
    const id = addPendingLog(server(), { duration: 60 });
    const page = await sendUnsigned('/pending-work-logs/review', {
      [`${id}:duration`]: '1:25',
      [`${id}:shown`]: '||1h 0m',
      do: `${id}:save`,
    });
    expect(controlOf(page, `${id}:duration`).value).toBe('1:25');
    const now = (await visitor.get('/pending-work-logs')).text;
    expect(controlOf(now, `${id}:duration`).value).toBe('1h 0m');
  });

  test('in the form of a log, but not in the button that repeats it', async () => {
    const clientId = addClient(server(), 'Thorn');
    const id = addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support') });
    const page = await sendUnsigned(`/work-logs/${id}/edit`, { description: 'Cables' });
    expect(page).toContain('Cables');
    visitor.cookies.delete('session');
    const refused = await visitor.post('/work-logs/repeat', { repeat: String(id) });
    expect(visibleText(refused.text)).not.toContain('is kept');
  });
});

describe('An Undo that was pressed after the session had ended comes back as a button', () => {
  /** Logs a line, and gives the form of the Undo of its toast. */
  async function logLine() {
    addClient(server(), 'Thorn');
    addWorkType(server(), 'Support');
    const { location } = await visitor.post('/work-logs/line', { line: '1h thorn support' });
    const [undo] = plainFormsOf((await visitor.get(location ?? '')).text);
    if (!undo?.action.endsWith('/undo')) throw new Error('There is no Undo.');
    return { action: undo.action, fields: Object.fromEntries(undo.fields) };
  }

  const logs = () => server().services.db.select().from(workLogs).all();

  test.for(['a page', 'a script'])('in %s, and undoes what it would have undone', async (by) => {
    const { action, fields } = await logLine();
    visitor.cookies.delete('session');
    const isPage = by === 'a page';
    const address = isPage ? action : dataAddress(action, '/work-logs/:id/undo');
    const refused = await visitor.post(address, fields);
    expect(refused.status).toBe(401);
    expect(refused.text).toContain(isPage ? 'Not undone yet' : '"kept":"undo"');
    expect((await openLink(visitor, newLink())).location).toBe('/unsent-form');
    const kept = (await visitor.get('/unsent-form')).text;
    expect(visibleText(kept)).toContain('when you pressed Undo. Press it again');
    expect(logs()).toHaveLength(1);
    const pressed = await pressPlainly(visitor, kept, 'Undo');
    expect(pressed.location).toBe(fields.goTo);
    expect(logs()).toEqual([]);
    const again = await pressPlainly(visitor, kept, 'Undo');
    expect(again.location, 'the same answer, however often it is pressed').toBe(fields.goTo);
  });

  test('of many tasks as well, and only for who pressed it', async () => {
    const id = addPendingLog(server(), { duration: 60 });
    const { undo } = await pressReview(visitor, 'archive', [id]);
    visitor.cookies.delete('session');
    await visitor.post(undo, { goTo: '/pending-work-logs?missing=duration' });
    approve(server(), 'robin@example.com');
    const other = createSignInLink(server().services, 'robin@example.com');
    await openLink(visitor, other.replace(server().url, ''));
    expect((await visitor.get('/unsent-form')).status).toBe(302);
    await openLink(visitor, newLink());
    const kept = (await visitor.get('/unsent-form')).text;
    expect((await pressPlainly(visitor, kept, 'Undo')).location).toContain('missing=duration');
    expect(pendingRow(server(), id)).toMatchObject({ status: 'pending_review' });
  });
});

/** The fields of a form that a person types into; secrets are not. */
function typedIn(form: string): string[] {
  const tags = [...form.matchAll(/<(?:input|textarea)\b[^>]*>/g)].map(([tag]) => tag);
  return tags.flatMap((tag) => {
    const { type = 'text', name = '' } = attributesOf(tag);
    const isTyped = tag.startsWith('<textarea') || /^(text|date|datetime-local|email)$/.test(type);
    return isTyped && !/token|key/i.test(name) ? [name] : [];
  });
}

test('Every form of every screen that a person types into is kept', async () => {
  await fillEveryScreen(server(), xero());
  addPendingLog(server(), { duration: 20 });
  const forms = new Map<string, string>();
  for (const path of SIGNED_IN) {
    const { text } = await visitor.get(path);
    for (const [form, tag = ''] of text.matchAll(/(<form\b[^>]*>)[\s\S]*?<\/form>/g)) {
      const { method, action = '' } = attributesOf(tag);
      const [name] = typedIn(form);
      if (method === 'post' && name) forms.set(action.split('?')[0] ?? '', name);
    }
  }
  expect(forms.size, 'control: forms were found').toBeGreaterThan(15);
  visitor.cookies.delete('session');
  const lost: string[] = [];
  for (const [action, name] of forms) {
    const { text } = await visitor.post(action, { [name]: 'typed' });
    // Each alone: there is not room for all of them.
    visitor.cookies.delete('unsent');
    if (!visibleText(text).includes('what you typed is kept')) lost.push(action);
  }
  expect(lost).toEqual([]);
});

describe('Two forms that were sent after the session had ended', () => {
  /** As a browser does, which sends what is kept to one page only. */
  const post = async (path: string, fields: Record<string, string>) => {
    const kept = [...visitor.cookies].filter(([name]) => name.startsWith('unsent-form'));
    for (const [name] of kept) visitor.cookies.delete(name);
    const answer = await visitor.post(path, fields);
    for (const [name, value] of kept) {
      if (!visitor.cookies.has(name)) visitor.cookies.set(name, value);
    }
    return answer;
  };
  const said = async (path: string, fields: Record<string, string>) =>
    visibleText((await post(path, fields)).text);
  const comeBack = async () => {
    expect((await openLink(visitor, newLink())).location).toBe('/unsent-form');
    return (await visitor.get('/unsent-form')).text;
  };
  /** Signs that no packing makes shorter. */
  const noise = (length: number) => randomBytes(length).toString('base64').slice(0, length);

  test('in two tabs both come back, each with its name, also where one was sent twice', async () => {
    visitor.cookies.delete('session');
    for (const description of ['Mailbox', 'Mailbox', 'Printer']) {
      expect(await said('/timer', { press: 'start', description })).toContain('is kept');
    }
    const kept = await comeBack();
    expect(plainFormsOf(kept).map(({ buttons }) => buttons.map(({ label }) => label))).toEqual([
      ['Back to Timer: Printer'],
      ['Back to Timer: Mailbox'],
    ]);
    for (const description of ['Mailbox', 'Printer']) {
      const shown = await pressPlainly(visitor, kept, `Back to Timer: ${description}`);
      expect(controlOf(shown.text, 'description').value).toBe(description);
    }
  });

  test('are both kept or said not to be: what finds no room takes no place of what was sent before', async () => {
    visitor.cookies.delete('session');
    const notes = noise(2_500);
    expect(await said('/clients/new', { name: 'First', notes })).toContain('is kept');
    const refused = await said('/clients/new', { name: 'Second', notes: noise(5_000) });
    expect(refused).toContain('no room to keep this form as well');
    expect(await said('/timer', { description: 'Third' })).toContain('is kept');
    const lengths = [...visitor.cookies].filter(([name]) => name.startsWith('unsent-form'));
    expect(lengths.reduce((sum, pair) => sum + pair.join('=; ').length, 0)).toBeLessThan(7_500);
    const kept = await comeBack();
    const labels = plainFormsOf(kept).flatMap(({ buttons }) => buttons.map(({ label }) => label));
    expect(labels).toEqual(['Back to Timer: Third', 'Back to Add Client: First']);
    const shown = await pressPlainly(visitor, kept, 'Back to Add Client: First');
    expect(controlOf(shown.text, 'notes').value).toBe(notes);
  });

  test('with a sign-in between them are not offered together: the first may be saved by then', async () => {
    visitor.cookies.delete('session');
    await post('/timer', { press: 'start', description: 'Mailbox' });
    await comeBack();
    visitor.cookies.delete('session');
    await post('/timer', { press: 'start', description: 'Printer' });
    const kept = await comeBack();
    expect(kept).toContain('Printer');
    expect(kept).not.toContain('Mailbox');
  });
});
