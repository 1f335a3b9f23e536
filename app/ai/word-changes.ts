/** A stretch of text that both versions have, or that only one has. */
export type WordChange = { kind: 'same' | 'removed' | 'added'; text: string };

/** Words, the spaces between them, and punctuation, each a piece of its own. */
const PIECES = /\s+|[\p{L}\p{M}\p{N}]+(?:[.,:'’/@_-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;

/** Above this many comparisons the middle of two long texts counts as rewritten as a whole. */
const MOST_COMPARISONS = 4_000_000;

/**
 * What changed from one text to another, word by word. Joining what is `same` and `removed`
 * gives `before`, joining what is `same` and `added` gives `after`, to the character. Where
 * both stand together, `removed` comes first. Two neighbours are never of one kind.
 */
export function wordChanges(before: string, after: string): WordChange[] {
  const old = before.match(PIECES) ?? [];
  const fresh = after.match(PIECES) ?? [];
  const start = countSame(old, fresh);
  const end = countSame(old.slice(start).reverse(), fresh.slice(start).reverse());
  const oldMiddle = old.slice(start, old.length - end);
  const freshMiddle = fresh.slice(start, fresh.length - end);
  const hunks: Hunk[] = [
    { same: old.slice(0, start).join(''), removed: '', added: '' },
    ...compareMiddles(oldMiddle, freshMiddle),
    { same: old.slice(old.length - end).join(''), removed: '', added: '' },
  ];
  return toChanges(joinPhrases(hunks));
}

/** A change, after what is the same in front of it. */
type Hunk = { same: string; removed: string; added: string };

function countSame(one: string[], other: string[]): number {
  const different = one.findIndex((piece, index) => piece !== other[index]);
  return different === -1 ? Math.min(one.length, other.length) : different;
}

function compareMiddles(old: string[], fresh: string[]): Hunk[] {
  if (old.length * fresh.length > MOST_COMPARISONS) {
    return [{ same: '', removed: old.join(''), added: fresh.join('') }];
  }
  const weights = measureCommon(old, fresh);
  const width = fresh.length + 1;
  const weightAt = (row: number, column: number) => weights[row * width + column] ?? 0;
  const hunks: Hunk[] = [];
  let hunk: Hunk = { same: '', removed: '', added: '' };
  let row = 0;
  let column = 0;
  while (row < old.length || column < fresh.length) {
    const piece = old[row];
    const other = fresh[column];
    if (piece !== undefined && piece === other) {
      if (hunk.removed !== '' || hunk.added !== '') {
        hunks.push(hunk);
        hunk = { same: '', removed: '', added: '' };
      }
      hunk.same += piece;
      row += 1;
      column += 1;
    } else if (
      piece !== undefined &&
      (other === undefined || weightAt(row + 1, column) >= weightAt(row, column + 1))
    ) {
      hunk.removed += piece;
      row += 1;
    } else {
      hunk.added += other ?? '';
      column += 1;
    }
  }
  return [...hunks, hunk];
}

/** Words weigh more than what stands between them, so that spaces never decide what is kept. */
function weigh(piece: string): number {
  return /[\p{L}\p{N}]/u.test(piece) ? 16 : 1;
}

/** The weight of the longest common subsequence from each pair of places to both ends. */
function measureCommon(old: string[], fresh: string[]): Uint32Array {
  const width = fresh.length + 1;
  const weights = new Uint32Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    const piece = old[row] ?? '';
    const weight = weigh(piece);
    for (let column = fresh.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      weights[at] =
        piece === fresh[column]
          ? (weights[at + width + 1] ?? 0) + weight
          : Math.max(weights[at + width] ?? 0, weights[at + 1] ?? 0);
    }
  }
  return weights;
}

/** Where two changes have no word between them, they are one: a phrase reads better whole. */
function joinPhrases(hunks: Hunk[]): Hunk[] {
  const joined: Hunk[] = [];
  for (const hunk of hunks) {
    const previous = joined.at(-1);
    const isChange = hunk.removed !== '' || hunk.added !== '';
    const isAfterChange = previous && (previous.removed !== '' || previous.added !== '');
    if (isAfterChange && (hunk.same === '' || (isChange && !/[\p{L}\p{N}]/u.test(hunk.same)))) {
      previous.removed += hunk.same + hunk.removed;
      previous.added += hunk.same + hunk.added;
    } else if (previous && !isAfterChange) {
      previous.same += hunk.same;
      previous.removed = hunk.removed;
      previous.added = hunk.added;
    } else {
      joined.push({ ...hunk });
    }
  }
  return joined;
}

function toChanges(hunks: Hunk[]): WordChange[] {
  return hunks.flatMap(({ same, removed, added }) =>
    [
      { kind: 'same' as const, text: same },
      { kind: 'removed' as const, text: removed },
      { kind: 'added' as const, text: added },
    ].filter(({ text }) => text !== ''),
  );
}
