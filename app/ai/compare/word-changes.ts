import { diffArrays } from 'diff';

/** A stretch of text that both versions have, or that only one has. */
export type WordChange = { kind: 'same' | 'removed' | 'added'; text: string };

/** The pieces that are compared: a whole word or figure, a run of spaces, or a punctuation mark. */
const PIECES = /\s+|[\p{L}\p{M}\p{N}]+(?:[.,:'’/@_-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;

/** Two texts with more differences than this count as wholly rewritten. */
const MOST_CHANGES = 1_000;

/**
 * The changes from one text to another, word by word. Joining `same` and `removed` gives `before`,
 * and joining `same` and `added` gives `after`, to the character. `removed` comes before `added`,
 * and two neighbours are never of the same kind.
 */
export function wordChanges(before: string, after: string): WordChange[] {
  const options = { maxEditLength: MOST_CHANGES };
  const parts = diffArrays(before.match(PIECES) ?? [], after.match(PIECES) ?? [], options) ?? [
    { removed: true, added: false, value: [before] },
    { removed: false, added: true, value: [after] },
  ];
  const changes: WordChange[] = [];
  let removed = '';
  let added = '';
  const endPhrase = () => {
    if (removed !== '') changes.push({ kind: 'removed', text: removed });
    if (added !== '') changes.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  parts.forEach((part, index) => {
    const text = part.value.join('');
    const isInPhrase =
      removed + added !== '' && index < parts.length - 1 && !/[\p{L}\p{N}]/u.test(text);
    if (part.removed) removed += text;
    else if (part.added) added += text;
    else if (isInPhrase) {
      // Only spaces or punctuation stand between two changes: they read better as one phrase.
      removed += text;
      added += text;
    } else {
      endPhrase();
      changes.push({ kind: 'same', text });
    }
  });
  endPhrase();
  return changes;
}
