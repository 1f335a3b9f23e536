import { describe, expect, test } from 'vitest';
import type { OpenAiFaultKind } from '#sandbox/openai.ts';
import { visibleText } from '../../support/html.ts';
import { configured, rewritesOn } from '../../support/data/rewrites.ts';
import { hurryAi, useOpenAi } from '../../support/server/use-openai.ts';
import { useServer } from '../../support/server/use-server.ts';
import type { Visitor } from '../../support/server/visitor.ts';

const openAi = useOpenAi();
const server = useServer(() => openAi().environment);
const { addLogs, describeLog, rows, settled, start, review, answer, textOf } = rewritesOn(server);

const NOTES = ['a svr', 'b svr', 'c svr', 'd svr', 'e svr', 'f svr', 'g svr', 'h svr'];
const FINISHED = NOTES.map((note) => `${note.charAt(0).toUpperCase()} server.`);

/** How many descriptions the service was asked for. */
const countCalls = () => openAi().seen.filter(({ method }) => method === 'POST').length;

/** Presses "Go on" or "Try again", for all or for one. */
const again = (visitor: Visitor, path: string, only = '') =>
  visitor.post(path, { intent: only === '' ? 'again' : `again:${only}` });

const GOES_FOR_ALL: [OpenAiFaultKind, string, boolean][] = [
  ['401', 'The AI service refused the API key. Check it under AI Configuration in Settings', true],
  ['no-credit', 'Your account with the AI service has no credit left.', false],
  ['no-model', 'The AI service does not offer the model chosen for it.', false],
  ['spending-limit', 'The AI service bills your account no further: its spending limit', false],
  ['region', 'The AI service serves no calls from the country or region of this server.', false],
  ['no-address', 'The AI service has nothing at the address that this server calls.', false],
  ['429', 'The AI service is busy.', false],
];

describe('a fault that would hit all texts', () => {
  test.each(GOES_FOR_ALL)('%s is shown once, and the rest can go on', async (...row) => {
    const [kind, sentence, leadsToSettings] = row;
    const visitor = await configured(server());
    const logs = addLogs(...NOTES);
    openAi().fail({ kind });
    await start(visitor, logs);
    const { path, page, cards } = await review(visitor);
    const text = visibleText(page.text);
    expect(text.split(sentence)).toHaveLength(2);
    expect(text).toContain('0 of 8 rewritten');
    expect(page.text.includes('href="/settings#ai"')).toBe(leadsToSettings);
    expect(cards.map((card) => card.text.includes('Waiting'))).toEqual(NOTES.map(() => true));
    // At most three calls were under way, and each is repeated at most once.
    expect(countCalls()).toBeLessThanOrEqual(6);

    openAi().heal();
    await again(visitor, path);
    const shown = await review(visitor);
    expect(visibleText(shown.page.text)).toContain('8 of 8 rewritten');
    expect(shown.page.text).not.toContain(sentence);
    await answer(
      visitor,
      shown,
      shown.cards.map(({ id }) => id),
    );
    expect(logs.map(textOf)).toEqual(FINISHED);
  });

  test('such as a missing key stops the batch before any call', async () => {
    const visitor = await configured(server());
    openAi().fail({ kind: '401' });
    await start(visitor, addLogs('fixed svr'));
    const { path } = await review(visitor);
    await visitor.api('POST', '/api/ai/config', { openaiApiKey: null });
    const before = countCalls();
    await again(visitor, path);
    const { page } = await review(visitor);
    expect(visibleText(page.text)).toContain('OpenAI API key not configured.');
    expect(countCalls()).toBe(before);
  });

  test('such as a service that does not answer stops the batch after three calls', async () => {
    const visitor = await configured(server());
    openAi().fail({ kind: 'silence' });
    hurryAi(server());
    await start(visitor, addLogs(...NOTES));
    const { page, cards } = await review(visitor);
    expect(visibleText(page.text)).toContain('failed to answer 3 times in a row');
    const failed = cards.filter(({ text }) => text.includes('took too long to answer'));
    expect(failed).toHaveLength(3);
    // When the third gives up, the two before it have gone on to the next.
    expect(countCalls()).toBeLessThanOrEqual(5);
  });
});

const HITS_ONE: [OpenAiFaultKind, number, string][] = [
  ['500', 2, 'Failed to generate description. Please try again.'],
  ['cut', 1, 'Failed to generate description. Please try again.'],
  ['silence', 1, 'The AI service took too long to answer.'],
  ['too-long', 1, 'Your description and the prompt are too long for the model chosen'],
  ['filtered', 1, 'The content filter of the AI service held this text back.'],
  ['answer-filtered', 1, 'The content filter of the AI service held this text back.'],
  ['refusal', 1, 'The model of the AI service declined to rewrite this text.'],
  ['html', 1, 'Invalid response format from AI service'],
  ['empty', 1, 'Invalid response format from AI service'],
  ['no-choices', 1, 'Invalid response format from AI service'],
  ['truncated', 1, 'Invalid response format from AI service'],
];

describe('a fault of one text', () => {
  test.each(HITS_ONE)('%s is shown beside that text, which can be tried again', async (...row) => {
    const [kind, times, sentence] = row;
    const visitor = await configured(server());
    const [log = 0] = addLogs('a svr');
    if (kind === 'silence') hurryAi(server());
    openAi().fail({ kind, times });
    await start(visitor, [log]);
    const { path, page, cards } = await review(visitor);
    expect(cards[0]?.text).toContain(`Not rewritten Now a svr ${sentence}`);
    expect(cards[0]?.text).toContain('Try again');
    expect(page.text).not.toContain('Stopped');
    await again(visitor, path, '1');
    const shown = await review(visitor);
    await answer(visitor, shown, ['1']);
    expect(textOf(log)).toBe('A server.');
  });

  test('leaves the others to be used, and is not counted among them', async () => {
    const visitor = await configured(server());
    const logs = addLogs(...NOTES);
    openAi().fail({ kind: 'html', times: 2 });
    await start(visitor, logs);
    const shown = await review(visitor);
    expect(visibleText(shown.page.text)).toContain('2 descriptions have no new text');
    const ids = shown.cards.flatMap(({ id }) => id ?? []);
    expect(ids).toHaveLength(6);
    await answer(visitor, shown, ids);
    expect(rows().filter(({ decision }) => decision === 'accepted')).toHaveLength(6);
    // First one of the two, then everything that is left.
    const [one] = rows().filter(({ error }) => error !== null);
    await again(visitor, shown.path, String(one?.id));
    await settled();
    expect(rows().filter(({ error }) => error !== null)).toHaveLength(1);
    await again(visitor, shown.path);
    const rest = await review(visitor);
    await answer(
      visitor,
      rest,
      rest.cards.flatMap(({ id }) => id ?? []),
    );
    expect(logs.map(textOf)).toEqual(FINISHED);
  });
});

test('a description that was changed since is rewritten from what it says now', async () => {
  const visitor = await configured(server());
  const [log = 0] = addLogs('a svr');
  await start(visitor, [log]);
  const first = await review(visitor);
  describeLog(log, 'b svr');
  const changed = await review(visitor);
  expect(changed.cards[0]).toMatchObject({ id: null });
  expect(changed.cards[0]?.text).toContain(
    'This description has changed since, so the new text was not used.',
  );
  await again(visitor, first.path, '1');
  await answer(visitor, await review(visitor), ['1']);
  expect(textOf(log)).toBe('B server.');
});

test('three calls are under way at a time, however many press the button', async () => {
  const visitor = await configured(server());
  const logs = addLogs(...NOTES);
  openAi().fail({ kind: 'silence' });
  const { location } = await start(visitor, logs);
  await start(visitor, logs);
  await expect.poll(countCalls).toBe(3);
  const page = await visitor.get(location ?? '');
  expect(visibleText(page.text)).toContain('0 of 8 done');
  expect(page.text).toContain(
    '<noscript data-refresh="2"><meta http-equiv="refresh" content="2"/></noscript>',
  );
  // Pressing again while it runs asks for nothing more.
  await again(visitor, location ?? '');
  expect(countCalls()).toBe(3);
});
