import { compareFacts } from './facts.ts';
import { wordChanges, type WordChange } from './word-changes.ts';

/** A description, what the AI service made of it, and what a person should know before using it. */
export type Rewrite = {
  before: string;
  after: string;
  changes: WordChange[];
  /** Sentences about facts that were lost or made up; with none of them the text may be used at once. */
  warnings: string[];
};

/** Compares a description with what was made of it. */
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
 * A rewrite as a form shows it: in the field already, or only offered, since a fact was
 * lost or since the text was changed meanwhile.
 */
export type ShownRewrite = Rewrite & { state: 'applied' | 'offered' };

/** A rewrite as it arrives: what lost or invented a fact is only offered. */
export function showRewrite(rewrite: Rewrite): ShownRewrite {
  return { ...rewrite, state: rewrite.warnings.length > 0 ? 'offered' : 'applied' };
}
