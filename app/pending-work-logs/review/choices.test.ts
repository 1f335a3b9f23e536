import { describe, expect, test } from 'vitest';
import { choiceText, readChoice } from './choices.ts';

const CLIENTS = ['Harbour Dental', 'Harbour Foods', 'Harbour', 'Quay Books', 'Quay Books'].map(
  (name, index) => ({ id: index + 1, name }),
);
const read = (text: string) => readChoice(text, CLIENTS, 'client');

describe('a typed name', () => {
  test.each([
    ['Harbour Dental', 1],
    ['  harbour   dental ', 1],
    ['dent', 1],
    ['harbour', 3],
    ['Quay Books (#5)', 5],
  ])('%s is the one that it fits', (text, id) => {
    expect(read(text)).toEqual({ id });
  });

  test.each([
    ['quay', 'Did you mean Quay Books (#4) or Quay Books (#5)? Type more of the name.'],
    ['Quay Books', 'Did you mean Quay Books (#4) or Quay Books (#5)? Type more of the name.'],
    ['harb', 'Did you mean Harbour Dental, Harbour Foods or Harbour? Type more of the name.'],
    ['zebra', 'No client begins with “zebra”.'],
    ['--', 'No client begins with “--”.'],
  ])('%s is not guessed', (text, sentence) => {
    expect(read(text)).toEqual({ sentence });
  });

  test('is what the field shows for it', () => {
    for (const client of CLIENTS)
      expect(read(choiceText(client, CLIENTS))).toEqual({ id: client.id });
  });
});
