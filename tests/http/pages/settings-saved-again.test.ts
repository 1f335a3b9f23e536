import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAiKey, readPrompt } from '#app/ai/settings/ai-settings.server.ts';
import { readTemplate } from '#app/invoices/template/template.server.ts';
import { readSchedule, readToken } from '#app/todoist/settings/todoist-settings.server.ts';
import { readTarget } from '#app/work-logs/week/week.server.ts';
import type { Services } from '#app/context.server.ts';
import { toastOf } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

/** An AI service, or Todoist: it takes every key, but while it is held up it answers when the test says so. */
const asked: (() => void)[] = [];
let isHeldUp = false;
let status = 200;
const service = createServer((_, response) => {
  const answer = () => {
    response.statusCode = status;
    if (!response.headersSent) response.setHeader('Content-Type', 'application/json');
    response.end('{"data":[],"results":[]}');
  };
  if (isHeldUp) asked.push(answer);
  else answer();
});
let address = '';

beforeEach(async () => {
  asked.length = 0;
  isHeldUp = false;
  status = 200;
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});

afterEach(() => {
  service.close();
});

const server = useServer(() => ({ OPENAI_BASE_URL: address, TODOIST_API_URL: address }));

type Form = {
  path: string;
  button: string;
  field: string;
  /** What is saved first, second, and by another window. */
  values: [first: string, second: string, other: string];
  /** What is stored of the second and of the other. */
  stored?: [second: unknown, other: unknown];
  read: (services: Services) => unknown;
};

const FORMS: [string, Form][] = [
  [
    'The AI card',
    {
      path: '/settings',
      button: 'Save AI Settings',
      field: 'aiInvoiceSummaryPrompt',
      values: ['Short.', 'Kind.', 'Long.'],
      read: readPrompt,
    },
  ],
  [
    'The invoice template',
    {
      path: '/settings/xero/template',
      button: 'Save Invoice Template',
      field: 'template',
      values: ['{date}', '{workType}', '{description}'],
      read: readTemplate,
    },
  ],
  [
    'The schedule of imports',
    {
      path: '/settings/todoist/schedule',
      button: 'Save Schedule',
      field: 'schedule',
      values: ['daily', 'hourly', 'off'],
      read: readSchedule,
    },
  ],
  [
    'The working week',
    {
      path: '/settings/week-target',
      button: 'Save',
      field: 'target',
      values: ['7', '8', '6'],
      stored: [480, 360],
      read: readTarget,
    },
  ],
];

describe.each(FORMS)('%s', (_, { path, button, field, values, stored, read }) => {
  const [first, second, other] = values;
  const [asSecond, asOther] = stored ?? [second, other];

  async function open() {
    const visitor = await visitSignedIn(server());
    const page = (await visitor.get(path)).text;
    const save = (value: string) => pressPlainly(visitor, page, button, { [field]: value });
    return { save, loseAnswers: () => visitor.cookies.delete('answered') };
  }

  test('is saved as it was sent last, before the answer to the first', async () => {
    const { save, loseAnswers } = await open();
    expect((await save(first)).status).toBe(303);
    expect((await save(second)).status).toBe(303);
    expect(read(server().services)).toBe(asSecond);
    // Both may arrive again, since the line lost their answers.
    for (const value of [first, second]) {
      loseAnswers();
      expect((await save(value)).status).toBe(303);
      expect(read(server().services)).toBe(asSecond);
    }
  });

  test('is saved as it was sent last, also where that is what was sent first, and then something else', async () => {
    const { save } = await open();
    for (const value of [second, first, second, first, second]) {
      expect((await save(value)).status).toBe(303);
      const isSecond = value === second;
      expect(read(server().services) === asSecond, value).toBe(isSecond);
    }
    const { save: saveElsewhere } = await open();
    expect((await saveElsewhere(other)).status).toBe(303);
    expect((await save(first)).status).toBe(422);
    expect(read(server().services)).toBe(asOther);
  });

  test('is asked about where another window saved it between the two', async () => {
    const { save } = await open();
    await save(first);
    const { save: saveElsewhere } = await open();
    expect((await saveElsewhere(other)).status).toBe(303);
    expect((await save(second)).status).toBe(422);
    expect(read(server().services)).toBe(asOther);
  });
});

describe('What is sent last counts, however long the first takes to be checked:', () => {
  /** Sends a form whose key is held up, and from the same page another one. */
  async function saveBoth(button: string, first: object, second: object) {
    const visitor = await visitSignedIn(server());
    const page = (await visitor.get('/settings')).text;
    isHeldUp = true;
    const saving = pressPlainly(visitor, page, button, { ...first });
    await expect.poll(() => asked.length).toBe(1);
    const savingAgain = pressPlainly(visitor, page, button, { ...second });
    // It has arrived, and is asked about or waits for its turn.
    await visitor.get('/settings');
    isHeldUp = false;
    for (const answer of asked.reverse()) answer();
    expect([(await saving).status, (await savingAgain).status]).toEqual([303, 303]);
  }

  test('a prompt', async () => {
    const first = { openaiApiKey: 'sk-first', aiInvoiceSummaryPrompt: 'Short.' };
    const second = { openaiApiKey: '', aiInvoiceSummaryPrompt: 'Kind.' };
    await saveBoth('Save AI Settings', first, second);
    expect(readPrompt(server().services)).toBe('Kind.');
  });

  test('a token', async () => {
    await saveBoth('Save', { apiToken: 'first-token' }, { apiToken: 'second-token' });
    expect(readToken(server().services)).toBe('second-token');
  });
});

describe.each([
  {
    what: 'A token',
    fields: (secret: string) => ({ apiToken: secret }),
    save: 'Save',
    question: '/settings/todoist/remove',
    remove: 'Remove Token',
    read: readToken,
  },
  {
    what: 'A key',
    fields: (secret: string) => ({ openaiApiKey: secret }),
    save: 'Save AI Settings',
    question: '/settings/ai/remove',
    remove: 'Remove Key',
    read: readAiKey,
  },
])('$what that is being checked', ({ fields, save, question, remove, read }) => {
  test.each([true, false])(
    'when the one before it is to be removed, and that is taken: %s',
    async (isTaken) => {
      const visitor = await visitSignedIn(server());
      const page = (await visitor.get('/settings')).text;
      await pressPlainly(visitor, page, save, fields('first-secret'));
      expect(read(server().services), 'control: it is there').toBe('first-secret');
      const asking = (await visitor.get(question)).text;
      isHeldUp = true;
      const next = (await visitor.get('/settings')).text;
      const saving = pressPlainly(visitor, next, save, fields('second-secret'));
      await expect.poll(() => asked.length).toBe(1);
      const removing = pressPlainly(visitor, asking, remove);
      // It has arrived.
      await visitor.get('/settings');
      isHeldUp = false;
      status = isTaken ? 200 : 401;
      for (const answer of asked) answer();
      expect((await saving).status).toBe(isTaken ? 303 : 400);
      expect((await removing).status).toBe(303);
      expect(read(server().services)).toBe(isTaken ? 'second-secret' : null);
      expect(toastOf((await visitor.get('/settings')).text)).toContain(
        isTaken ? 'This was changed in another window since you were asked' : 'removed',
      );
    },
  );
});
