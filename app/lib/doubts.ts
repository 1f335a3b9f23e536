import { ProductError } from './errors.ts';

/** What is asked about once before it is saved, in the words by which it is confirmed. */
const WORDS = ['hours', 'day', 'date', 'name', 'hardware', 'void'] as const;

/** Something that may be meant, but mostly is a slip: the word by which it is confirmed, and a sentence. */
export type Doubt = {
  word: (typeof WORDS)[number];
  message: string;
  /** The client that is here already, and whether it can be used as it is. */
  existing?: { id: number; isActive: boolean };
};

/** What the person who asks has confirmed; left out where there is nobody who could. */
export type Asked = { confirmed?: ReadonlySet<string> };

/** 409: a question, to which the same request with `confirm` is the answer. */
export class DoubtfulError extends ProductError {
  readonly doubts: Doubt[];
  readonly confirm: string;
  readonly existing: Doubt['existing'];

  constructor(doubts: Doubt[], confirmed: ReadonlySet<string>) {
    super(409, [...new Set(doubts.map(({ message }) => message))].join(' '));
    this.doubts = doubts;
    this.existing = doubts.find(({ existing }) => existing)?.existing;
    this.confirm = WORDS.filter(
      (known) => confirmed.has(known) || doubts.some(({ word }) => word === known),
    ).join('-');
  }
}

/** Throws {@link DoubtfulError} with the doubts that nobody has confirmed yet. */
export function askAbout({ confirmed }: Asked, doubts: (Doubt | null)[]): void {
  if (confirmed === undefined) return;
  const open = doubts.filter((one) => one !== null && !confirmed.has(one.word));
  if (open.length > 0)
    throw new DoubtfulError(
      open.filter((one) => one !== null),
      confirmed,
    );
}

/**
 * Runs all of these, so that one question holds the doubts of each. To be run in a transaction, which the
 * question then undoes.
 */
export function askTogether<Result>({ confirmed }: Asked, runs: (() => Result)[]): Result[] {
  const doubts: Doubt[] = [];
  const results = runs.flatMap((run, index) => {
    try {
      return [run()];
    } catch (error) {
      if (!(error instanceof DoubtfulError)) throw error;
      const where = runs.length > 1 ? `Line ${index + 1}: ` : '';
      doubts.push(...error.doubts.map((one) => ({ ...one, message: where + one.message })));
      return [];
    }
  });
  if (doubts.length > 0) throw new DoubtfulError(doubts, confirmed ?? new Set());
  return results;
}

/** The words in a `confirm` that a request sent. */
export function wordsOf(confirm: unknown): string[] {
  return typeof confirm === 'string' ? confirm.split('-') : [];
}
