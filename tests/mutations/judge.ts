import type { Stryker } from '@stryker-mutator/core';
import type { Explained } from './explained.ts';

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** At least so many of a hundred mutants must be killed. */
const AT_LEAST = 90;

/** A change of one place, and what the tests made of it. An endless loop, or what is far too slow, is timed out. */
export type Mutant = {
  file: string;
  line: string;
  becomes: string;
  end: 'killed' | 'timed out' | 'survived';
};

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const endOf = (status: MutantResult['status']): Mutant['end'] => {
  if (status === 'Survived' || status === 'NoCoverage') return 'survived';
  return status === 'Timeout' ? 'timed out' : 'killed';
};

/** A mutant by its text: the line as it is, or the first of several, and all that it becomes. */
export function mutantOf(
  { location: { start, end }, replacement, status }: MutantResult,
  file: string,
  source: string,
): Mutant {
  const lines = source.split('\n');
  const [first = '', last = ''] = [lines[start.line - 1], lines[end.line - 1]];
  const becomes = first.slice(0, start.column - 1) + replacement + last.slice(end.column - 1);
  return { file, line: oneLine(first), becomes: oneLine(becomes), end: endOf(status) };
}

const keyOf = ({ file, line, becomes }: Omit<Mutant, 'end'>) =>
  `${file}\n    ${line}\n  → ${becomes}`;

/** What the mutants come to, in a sentence, and each fault: a survivor that nobody explained, and an explanation of none. */
export function judge(mutants: Mutant[], explained: Explained[]) {
  const files = new Set(mutants.map(({ file }) => file));
  const reasons = new Set(
    explained
      .filter(({ file }) => files.has(file))
      .flatMap(({ file, mutants: pairs }) =>
        pairs.map(([line, becomes]) => keyOf({ file, line, becomes })),
      ),
  );
  // What only makes the product slower is timed out on a slow machine, and survives on another.
  const left = mutants.filter(
    (mutant) =>
      mutant.end === 'survived' || (mutant.end === 'timed out' && reasons.has(keyOf(mutant))),
  );
  const keys = left.map(keyOf);
  const unexplained = keys.filter((key) => !reasons.has(key));
  const killed = mutants.length - left.length;
  const share = (killed / mutants.length) * 100;
  const faults = [
    ...unexplained.map((key) => `Nothing notices this, and nobody has explained it:\n  ${key}`),
    ...[...reasons]
      .filter((key) => !keys.includes(key))
      .map((key) => `Explained, but noticed by now, or gone:\n  ${key}`),
    // Written so that no mutants at all are too few, too.
    ...(share >= AT_LEAST ? [] : [`Fewer than ${AT_LEAST} % were killed.`]),
  ];
  const said = `${mutants.length} mutants, ${killed} killed (${share.toFixed(1)} %), ${left.length - unexplained.length} explained`;
  return { said, faults };
}
