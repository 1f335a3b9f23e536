import { describe, expect, test } from 'vitest';
import { choosePrompt, DEFAULT_PROMPT, unwrapAnswer } from './openai.server.ts';

describe('the prompt', () => {
  test('is the default where none was written', () => {
    expect(['', ' \n', null, undefined].map(choosePrompt)).toEqual(Array(4).fill(DEFAULT_PROMPT));
  });

  test('is the person’s own, trimmed', () => {
    expect(choosePrompt(' Be brief.\n')).toBe('Be brief.');
  });
});

describe('an answer', () => {
  test.each([
    ['Replaced the switch.', 'Replaced the switch.'],
    ['\n  Replaced the switch. \n', 'Replaced the switch.'],
    ['"Replaced the switch."', 'Replaced the switch.'],
    ['“Replaced the switch.”', 'Replaced the switch.'],
    ['```\nReplaced the switch.\n```', 'Replaced the switch.'],
    ['```text\nReplaced the switch.\n```', 'Replaced the switch.'],
    ['<think>\nA switch…\n</think>\n\nReplaced the switch.', 'Replaced the switch.'],
    ['<think>And nothing else</think>', ''],
    ['"Core" and "Edge"', '"Core" and "Edge"'],
    ['Replaced the "core" switch.', 'Replaced the "core" switch.'],
    ['', ''],
  ])('%j is the summary %j', (answer, summary) => {
    expect(unwrapAnswer(answer)).toBe(summary);
  });
});
