import { describe, expect, test } from 'vitest';
import { desc } from 'drizzle-orm';
import { clients, workLogs, workTypes } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { controlOf, rowsOf, visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';

const shared = useSharedServer();

const TEXTS: [string, string][] = [
  ['quotes', `"double" 'single' \`back\` “curly” &quot; &amp; &#39;`],
  ['a script', '<script>alert(1)</script></textarea></title><img src=x onerror="alert(2)">'],
  ['emoji and other scripts', '👩🏽‍🚒🇬🇧 ½ ﬁ ﷽ 日本語 עברית ก็'],
  [
    'what templates and SQL use',
    "Robert'); drop table clients;-- {date} ${1} %s \\n \\u0041 {{x}}",
  ],
  ['line separators of JavaScript', 'one\u2028two\u2029three'],
  ['spaces that look alike', 'a\u00a0b\u2009c\u3000d'],
];

const LINES = 'first\n\n  indented <b>line</b>\n\t"third"';
const TOO_LONG = 'Keep this to 10,000 characters or fewer.';

/** Adds a client, a work type and a log to write texts into. */
function makeEntries() {
  const { server } = shared();
  const clientId = addClient(server, 'Acme');
  const workTypeId = addWorkType(server, 'Support');
  return { clientId, workTypeId, logId: addLog(server, { clientId, workTypeId }) };
}

/** The newest row of a table. */
function newest(table: typeof clients | typeof workTypes | typeof workLogs) {
  const { db } = shared().server.services;
  return db.select().from(table).orderBy(desc(table.id)).limit(1).get();
}

/** Expects that nothing somebody typed became part of the page's markup. */
function expectEscaped(html: string): void {
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('<img src=x');
  expect(html).not.toContain('<b>line');
}

describe.each(TEXTS)('%s', (_, text) => {
  test('passes the API unchanged', async () => {
    const { visitor } = shared();
    const { clientId, workTypeId, logId } = makeEntries();
    const contact = { name: text, contactPerson: text };
    const client = await visitor.api('PUT', `/api/clients/${clientId}`, contact);
    expect(client.json()).toMatchObject(contact);
    const described = { name: text, description: text };
    const workType = await visitor.api('PUT', `/api/work-types/${workTypeId}`, described);
    expect(workType.json()).toMatchObject(described);
    const log = await visitor.api('PUT', `/api/work-logs/${logId}`, { description: text });
    const expected = { description: text, client: { name: text }, workType: { name: text } };
    expect(log.json()).toMatchObject(expected);
    expect((await visitor.api('GET', `/api/work-logs/${logId}`)).json()).toMatchObject(expected);
    expect((await visitor.api('GET', '/api/work-logs')).json()).toContainEqual(
      expect.objectContaining({ id: logId, ...expected }),
    );
  });

  test('passes a form unchanged, and comes back into it', async () => {
    const { visitor } = shared();
    const { logId, clientId, workTypeId } = makeEntries();
    const client = { name: text, contactPerson: text, standardRate: '60' };
    expect((await visitor.post(`/clients/${clientId}/edit`, client)).status).toBe(303);
    const workType = { name: text, description: text, hourlyRate: '60' };
    const path = `/settings/work-types/${workTypeId}/edit`;
    expect((await visitor.post(path, workType)).status).toBe(303);
    const log = { clientId: String(clientId), workTypeId: String(workTypeId), duration: '1' };
    const saved = await visitor.post(`/work-logs/${logId}/edit`, { ...log, description: text });
    expect(saved.status).toBe(303);
    expect(newest(clients)).toMatchObject({ name: text, contactPerson: text });
    expect(newest(workTypes)).toMatchObject({ name: text, description: text });
    expect(newest(workLogs)).toMatchObject({ description: text });
    const edit = await visitor.get(`/clients/${clientId}/edit`);
    expect(controlOf(edit.text, 'name').value).toBe(text);
    expect(controlOf((await visitor.get(path)).text, 'description').value).toBe(text);
    const editLog = await visitor.get(`/work-logs/${logId}/edit`);
    expect(controlOf(editLog.text, 'description').value).toBe(text);
  });

  test('is only text on every screen that shows it', async () => {
    const { visitor } = shared();
    const { clientId, workTypeId, logId } = makeEntries();
    await visitor.api('PUT', `/api/clients/${clientId}`, { name: text, contactPerson: text });
    await visitor.api('PUT', `/api/work-types/${workTypeId}`, { name: text, description: text });
    await visitor.api('PUT', `/api/work-logs/${logId}`, { description: text });
    for (const page of [
      `/work-logs?clientId=${clientId}`,
      '/clients',
      `/clients/${clientId}/deactivate`,
      '/settings?workTypes=all',
      `/settings/work-types/${workTypeId}/delete`,
      `/work-logs/${logId}/edit`,
      `/work-logs/${logId}/delete`,
    ]) {
      const { status, text: html } = await visitor.get(page);
      expect([page, status]).toEqual([page, 200]);
      expectEscaped(html);
      expect(visibleText(html)).toContain(text);
    }
    const { text: list } = await visitor.get(`/work-logs?clientId=${clientId}`);
    const [named = '', workType] = rowsOf(list)[0]?.slice(2, 4) ?? [];
    // The name, the description as its hint, and once more on one line.
    expect(named.startsWith(`${text} ${text} `)).toBe(true);
    expect(workType).toBe(text);
  });
});

describe('lines', () => {
  test('keep their ends and their indentation through the API and a form', async () => {
    const { visitor } = shared();
    const { clientId, workTypeId, logId } = makeEntries();
    const answer = await visitor.api('PUT', `/api/work-logs/${logId}`, { description: LINES });
    expect(answer.json()).toMatchObject({ description: LINES });
    const { text: html } = await visitor.get(`/work-logs/${logId}/edit`);
    expectEscaped(html);
    expect(controlOf(html, 'description').value).toBe(LINES);
    // A browser sends every line end as CR and LF.
    await visitor.post('/work-logs/new', {
      clientId: String(clientId),
      workTypeId: String(workTypeId),
      duration: '1',
      description: LINES.replaceAll('\n', '\r\n'),
    });
    expect(newest(workLogs)).toMatchObject({ description: LINES });
  });
});

describe('a long description', () => {
  const work = () => {
    const { clientId, workTypeId } = makeEntries();
    return { clientId: String(clientId), workTypeId: String(workTypeId) };
  };

  test.each([
    ['10,000 letters', 'ab'.repeat(5_000)],
    ['5,000 lines', `${'a\n'.repeat(4_999)}ab`],
    ['5,000 emoji', '🙂'.repeat(5_000)],
  ])('of %s is kept whole, through the API and a form', async (_, text) => {
    const { visitor } = shared();
    const ids = work();
    const body = { ...ids, duration: 60, description: text };
    expect((await visitor.api('POST', '/api/work-logs', body)).json()).toMatchObject({
      description: text,
    });
    const form = { ...ids, duration: '1', description: text.replaceAll('\n', '\r\n') };
    expect((await visitor.post('/work-logs/new', form)).status).toBe(303);
    expect(newest(workLogs)).toMatchObject({ description: text });
  });

  test('of 10,001 letters is refused with a sentence, and stays in the form', async () => {
    const { server, visitor } = shared();
    const ids = work();
    const text = 'x'.repeat(10_001);
    const before = server.services.db.select().from(workLogs).all();
    const body = { ...ids, duration: 60, description: text };
    const answer = await visitor.api('POST', '/api/work-logs', body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({
      message: TOO_LONG,
      issues: [{ path: 'description', message: TOO_LONG }],
    });
    const form = { ...ids, duration: '1', description: text };
    const again = await visitor.post('/work-logs/new', form);
    expect(again.status).toBe(400);
    expect(controlOf(again.text, 'description')).toMatchObject({
      value: text,
      isInvalid: true,
      descriptions: [TOO_LONG],
    });
    expect(server.services.db.select().from(workLogs).all()).toEqual(before);
  });
});
