import { compareFacts } from './facts.ts';
import { wordChanges, type WordChange } from './word-changes.ts';

/**
 * A description and its rewrite, with their differences and what a person should check before use.
 */
export type Rewrite = {
  before: string;
  after: string;
  changes: WordChange[];
  /** Sentences about facts that were lost or made up; when empty, the text may be used at once. */
  warnings: string[];
};

/** Compares a description with its rewrite. */
export function judgeRewrite(before: string, after: string): Rewrite {
  const { missing, invented } = compareFacts(before, after);
  return {
    before,
    after,
    changes: wordChanges(before, after),
    warnings: [
      missing.length > 0 ? `Missing from the new text: ${missing.join(', ')}.` : '',
      invented.length > 0 ? `Not in your text: ${invented.join(', ')}.` : '',
    ].filter(Boolean),
  };
}

/**
 * A rewrite as a form shows it: already in the field, or only offered, because a fact was lost or
 * made up, or because the text was changed meanwhile.
 */
export type ShownRewrite = Rewrite & { state: 'applied' | 'offered' };

/** A new rewrite for a form: only offered when it has warnings. */
export function showRewrite(rewrite: Rewrite): ShownRewrite {
  return { ...rewrite, state: rewrite.warnings.length > 0 ? 'offered' : 'applied' };
}
