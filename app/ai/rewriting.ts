import { inventedFacts, missingFacts } from './fact-guard.ts';
import { wordChanges, type WordChange } from './word-changes.ts';

/** A description, what the AI service made of it, and what a person should know before using it. */
export type Rewriting = {
  before: string;
  after: string;
  changes: WordChange[];
  /** Sentences about facts that were lost or made up; with none of them the text may be used at once. */
  warnings: string[];
};

/** Compares a description with what was made of it. */
export function judgeRewriting(before: string, after: string): Rewriting {
  const named = (facts: { text: string }[]) => facts.map(({ text }) => text).join(', ');
  const missing = missingFacts(before, after);
  const invented = inventedFacts(before, after);
  return {
    before,
    after,
    changes: wordChanges(before, after),
    warnings: [
      missing.length > 0 ? `Missing from the new text: ${named(missing)}.` : '',
      invented.length > 0 ? `Not in your text: ${named(invented)}.` : '',
    ].filter(Boolean),
  };
}

/**
 * A rewriting as a form shows it: in the field already, or only offered, since a fact was
 * lost or since the text was changed meanwhile.
 */
export type ShownRewriting = Rewriting & { state: 'applied' | 'offered' };

/** A rewriting as it arrives: what lost or invented a fact is only offered. */
export function showRewriting(rewriting: Rewriting): ShownRewriting {
  return { ...rewriting, state: rewriting.warnings.length > 0 ? 'offered' : 'applied' };
}
