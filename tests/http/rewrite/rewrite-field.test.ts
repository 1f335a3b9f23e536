import { describe, expect, test } from 'vitest';
import { FAULT_KINDS, type OpenAiFaultKind } from '#sandbox/openai-faults.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { controlOf, toastOf } from '../../support/html.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { hurryAi, OPENAI_KEY, useOpenAi } from '../../support/server/use-openai.ts';
import { useServer } from '../../support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';

const openAi = useOpenAi();
const server = useServer(() => openAi().environment);

const GENERATE = '/api/ai/generate-description';
const NO_DESCRIPTION = 'Please add some description text first before regenerating';
const NOT_CONFIGURED =
  'OpenAI API key not configured. Save one under AI Configuration in Settings first.';
const NOTE = '- fixed svr for Harbour Dental, 2 hrs, INC-4711';
const TIDIED = 'Fixed server for Harbour Dental, 2 hours, INC-4711.';
const INVENTED = 'Fixed server for Harbour Dental, 2 hours, INC-4712.';
const WARNINGS = ['Missing from the new text: INC-4711.', 'Not in your text: INC-4712.'];

/** Every fault of the stand-in and its sentence, except the fault that invents. */
const FAULTS: [OpenAiFaultKind, string][] = [
  [
    '401',
    'The AI service refused the API key. Your description is unchanged. Check the key under AI Configuration in Settings.',
  ],
  [
    'no-credit',
    'Your account with the AI service has no credit left. Your description is unchanged. Add credit there, then try again.',
  ],
  [
    'silence',
    'The AI service took too long to answer. Your description is unchanged. Please try again; where that happens often, ask whoever runs this server to raise AI_TIMEOUT.',
  ],
  [
    'stall',
    'The AI service took too long to answer. Your description is unchanged. Please try again; where that happens often, ask whoever runs this server to raise AI_TIMEOUT.',
  ],
  ['429', 'The AI service is busy. Your description is unchanged. Please try again in a minute.'],
  [
    'missing-scope',
    'The AI service refused the API key. Your description is unchanged. Check the key under AI Configuration in Settings.',
  ],
  [
    'no-model',
    'The AI service does not offer the model chosen for it. Your description is unchanged. Ask whoever runs this server to check OPENAI_MODEL.',
  ],
  [
    'spending-limit',
    'The AI service bills your account no further: its spending limit is reached, or its billing is not active. Your description is unchanged. Change that there, then try again.',
  ],
  [
    'billing-inactive',
    'The AI service bills your account no further: its spending limit is reached, or its billing is not active. Your description is unchanged. Change that there, then try again.',
  ],
  [
    'region',
    'The AI service serves no calls from the country or region of this server. Your description is unchanged. Ask whoever runs this server to name another service with OPENAI_BASE_URL.',
  ],
  [
    'no-address',
    'The AI service has nothing at the address that this server calls. Your description is unchanged. Ask whoever runs this server to check OPENAI_BASE_URL, /v1 included, and OPENAI_MODEL.',
  ],
  [
    'too-long',
    'Your description and the prompt are too long for the model chosen for the AI service. Your description is unchanged. Shorten one of them, or ask whoever runs this server for a model that takes more (OPENAI_MODEL).',
  ],
  [
    'filtered',
    'The content filter of the AI service held this text back. Your description is unchanged. Change its wording, or write the summary yourself.',
  ],
  [
    'answer-filtered',
    'The content filter of the AI service held this text back. Your description is unchanged. Change its wording, or write the summary yourself.',
  ],
  [
    'refusal',
    'The model of the AI service declined to rewrite this text. Your description is unchanged. Change its wording or your prompt, or write the summary yourself.',
  ],
  ['html', 'Invalid response format from AI service'],
  ['empty', 'Invalid response format from AI service'],
  ['no-choices', 'Invalid response format from AI service'],
  ['truncated', 'Invalid response format from AI service'],
  ['500', 'Failed to generate description. Please try again.'],
  ['cut', 'Failed to generate description. Please try again.'],
];

/** Makes the service fail; silence is not waited for long. */
function fail(kind: OpenAiFaultKind): void {
  if (kind === 'silence' || kind === 'stall') hurryAi(server());
  openAi().fail({ kind });
}

async function configured(): Promise<Visitor> {
  const visitor = await visitSignedIn(server());
  const saved = await visitor.api('POST', '/api/ai/config', { openaiApiKey: OPENAI_KEY });
  if (saved.status !== 200) throw new Error(saved.text);
  return visitor;
}

test('every fault of the stand-in has its sentence here', () => {
  const named = [...FAULTS.map(([kind]) => kind), 'invents'].sort();
  expect(named).toEqual([...FAULT_KINDS].sort());
});

describe('a description is generated over the API', () => {
  test('with every fact, and by the prompt that somebody wrote', async () => {
    const visitor = await configured();
    await visitor.api('POST', '/api/ai/config', { aiInvoiceSummaryPrompt: 'Be brief.' });
    const answer = await visitor.api('POST', GENERATE, { text: NOTE });
    expect([answer.status, answer.json()]).toEqual([200, { description: TIDIED, warnings: [] }]);
    expect(openAi().seen.at(-1)?.body).toMatchObject({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: NOTE },
      ],
    });
  });

  test('and any lost or made-up fact is reported', async () => {
    const visitor = await configured();
    openAi().fail({ kind: 'invents' });
    const answer = await visitor.api('POST', GENERATE, { text: NOTE });
    expect(answer.json()).toEqual({ description: INVENTED, warnings: WARNINGS });
  });

  test('only from some text, and only with a key', async () => {
    const visitor = await visitSignedIn(server());
    for (const text of ['', ' \n ', undefined, null]) {
      const blank = await visitor.api('POST', GENERATE, { text });
      expect([blank.status, blank.json()]).toEqual([
        400,
        { message: NO_DESCRIPTION, issues: [{ path: 'text', message: NO_DESCRIPTION }] },
      ]);
    }
    const long = await visitor.api('POST', GENERATE, { text: 'x'.repeat(10_001) });
    expect(long.status).toBe(400);
    const unconfigured = await visitor.api('POST', GENERATE, { text: NOTE });
    expect([unconfigured.status, unconfigured.json()]).toEqual([409, { message: NOT_CONFIGURED }]);
    expect((await visitor.api('GET', GENERATE)).status).toBe(405);
    expect(openAi().seen).toEqual([]);
  });

  test.each(FAULTS)(
    'or the sentence for it, when the service fails with %s',
    async (kind, said) => {
      const visitor = await configured();
      fail(kind);
      const answer = await visitor.api('POST', GENERATE, { text: NOTE });
      expect([answer.status, answer.json()]).toEqual([502, { message: said }]);
      openAi().heal();
      expect((await visitor.api('POST', GENERATE, { text: NOTE })).status).toBe(200);
    },
  );
});

/** Every form with a description: its address, and what else is typed into it. */
function forms() {
  const clientId = addClient(server(), 'Harbour Dental');
  const workTypeId = addWorkType(server(), 'Support');
  const logId = addLog(server(), { clientId, workTypeId });
  const pendingId = addPendingLog(server());
  const choice = { clientId: String(clientId), workTypeId: String(workTypeId) };
  return [
    { path: '/dashboard', typed: { ...choice, hours: '1', minutes: 'x', oneTimeKey: 'a' } },
    {
      path: '/work-logs/new',
      typed: { ...choice, duration: 'y', date: '2026-01-02', oneTimeKey: 'b' },
    },
    { path: `/work-logs/${logId}/edit`, typed: { ...choice, duration: '', hourlyRate: 'z' } },
    {
      path: `/pending-work-logs/${pendingId}/edit`,
      typed: { ...choice, taskName: '', duration: '1.5', estimatedHourlyRate: '12' },
    },
  ];
}

/** What was typed stands in the form with the button that rewrites; the page may have others. */
function expectTyped(html: string, typed: Record<string, string>): void {
  const forms = [...html.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => form);
  const form = forms.find((one) => one.includes('name="rewrite"')) ?? html;
  for (const [name, value] of Object.entries(typed)) {
    expect([name, controlOf(form, name).value ?? ''], name).toEqual([name, value]);
  }
}

describe('without scripts, every form with a description', () => {
  test('comes back with the new text, and everything else as it was typed', async () => {
    const visitor = await configured();
    for (const { path, typed } of forms()) {
      const sent = { ...typed, description: NOTE, rewrite: 'write' };
      const { status, text } = await visitor.post(path, sent);
      expect([path, status]).toEqual([path, 200]);
      expectTyped(text, { ...typed, description: TIDIED });
      expect(toastOf(text)).toBe('Description regenerated successfully');
      const shown = { rewrittenFrom: NOTE, rewritten: TIDIED };
      expectTyped(text, shown);
      const undone = await visitor.post(path, {
        ...typed,
        ...shown,
        description: TIDIED,
        rewrite: 'undo',
      });
      expectTyped(undone.text, { ...typed, description: NOTE });
    }
  });

  test('only offers a text that lost a fact, and uses it when somebody asks for it', async () => {
    const visitor = await configured();
    openAi().fail({ kind: 'invents' });
    for (const { path, typed } of forms()) {
      const offered = await visitor.post(path, {
        ...typed,
        description: NOTE,
        rewrite: 'write',
      });
      expectTyped(offered.text, { ...typed, description: NOTE });
      for (const warning of WARNINGS) expect(offered.text).toContain(warning);
      expect(toastOf(offered.text)).toBeNull();
      const answer = { rewrittenFrom: NOTE, rewritten: INVENTED, description: NOTE };
      const kept = await visitor.post(path, { ...typed, ...answer, rewrite: 'keep' });
      expectTyped(kept.text, { ...typed, description: NOTE });
      const used = await visitor.post(path, { ...typed, ...answer, rewrite: 'use' });
      expectTyped(used.text, { ...typed, description: INVENTED, rewrittenFrom: NOTE });
    }
  });

  test.each(FAULTS)(
    'loses nothing that was typed when the service fails with %s',
    async (kind, said) => {
      const visitor = await configured();
      fail(kind);
      for (const { path, typed } of forms()) {
        const sent = { ...typed, description: NOTE, rewrite: 'write' };
        const { status, text } = await visitor.post(path, sent);
        expect([path, status]).toEqual([path, 502]);
        expectTyped(text, { ...typed, description: NOTE });
        expect(controlOf(text, 'description').descriptions).toContain(said);
        expect(toastOf(text)).toBe(`Error ${said}`);
      }
    },
  );

  test('asks for some text first, and says when there is no key', async () => {
    const visitor = await visitSignedIn(server());
    for (const { path, typed } of forms()) {
      const blank = await visitor.post(path, { ...typed, description: ' ', rewrite: 'write' });
      expect([path, blank.status, toastOf(blank.text)]).toEqual([
        path,
        400,
        `No Description ${NO_DESCRIPTION}`,
      ]);
      const sent = { ...typed, description: NOTE, rewrite: 'write' };
      const unconfigured = await visitor.post(path, sent);
      expect(unconfigured.status).toBe(409);
      expectTyped(unconfigured.text, { ...typed, description: NOTE });
      expect(unconfigured.text).toContain(NOT_CONFIGURED);
    }
  });
});
