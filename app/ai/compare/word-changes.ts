import { diffArrays } from 'diff';

/** A stretch of text that both versions have, or that only one has. */
export type WordChange = { kind: 'same' | 'removed' | 'added'; text: string };

/** Words and figures whole, the spaces between them, and punctuation, each a piece of its own. */
const PIECES = /\s+|[\p{L}\p{M}\p{N}]+(?:[.,:'’/@_-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;

/** Two long texts with more differences than this count as rewritten as a whole. */
const MOST_CHANGES = 1_000;

/**
 * What changed from one text to another, word by word. Joining what is `same` and `removed`
 * gives `before`, joining what is `same` and `added` gives `after`, to the character. Where
 * both stand together, `removed` comes first. Two neighbours are never of one kind.
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
      // Between two changes without a word between them: a phrase reads better whole.
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
