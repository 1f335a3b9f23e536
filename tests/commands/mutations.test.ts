import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXPLAINED } from '../mutations/explained.ts';
import { judge, mutantOf, type Mutant } from '../mutations/judge.ts';
import { PARTS, SHORT_PARTS } from '../mutations/parts.ts';

const ROOT = join(import.meta.dirname, '../..');

const mutant = (number: number, end: Mutant['end'] = 'killed'): Mutant => ({
  ...{ file: 'a.ts', line: `return ${number};`, becomes: 'return 0;', end },
});
const many = Array.from({ length: 9 }, (_, index) => mutant(index + 1));
const known = { file: 'a.ts', why: 'It is the same.', mutants: [] };

describe('Mutants are kept', () => {
  test('where nine in ten are killed and the others explained', () => {
    const explained = [{ ...known, mutants: [['return 10;', 'return 0;'] as [string, string]] }];
    expect(judge([...many, mutant(10, 'survived')], explained)).toEqual({
      said: '10 mutants, 9 killed (90.0 %), 1 explained',
      faults: [],
    });
    // A change that only takes time survives on one machine, and not on another.
    expect(judge([...many, mutant(10, 'timed out')], explained).faults).toEqual([]);
    expect(judge([...many, mutant(10, 'timed out')], []).said).toContain('10 killed (100.0 %)');
  });

  test('not where one survives that nobody explained', () => {
    const { faults } = judge([...many, mutant(10, 'survived')], [{ ...known, file: 'b.ts' }]);
    expect(faults).toEqual([
      expect.stringMatching(/nobody has explained it.*return 10;.*return 0;/s),
    ]);
  });

  test('not where an explanation explains nothing any more', () => {
    const explained = [{ ...known, mutants: [['return 9;', 'return 0;'] as [string, string]] }];
    expect(judge(many, explained).faults).toEqual([expect.stringContaining('or gone')]);
    // Of a part that did not run nothing is known.
    expect(judge(many, [{ ...known, file: 'b.ts', mutants: [['x', 'y']] }]).faults).toEqual([]);
  });

  test('not where too few are killed, or none were made', () => {
    const explained = [
      {
        ...known,
        mutants: [9, 10].map((number): [string, string] => [`return ${number};`, 'return 0;']),
      },
    ];
    const two = [...many.slice(0, 8), mutant(9, 'survived'), mutant(10, 'survived')];
    expect(judge(two, explained).faults).toEqual(['Fewer than 90 % were killed.']);
    expect(judge([], []).faults).toEqual(['Fewer than 90 % were killed.']);
  });
});

test('a mutant is known by its text, whatever its line is', () => {
  const source = 'one();\nif (\n  two() &&\n  three()\n) {\n}\n';
  const made = mutantOf(
    {
      ...{ id: '1', fileName: 'a.ts', mutatorName: 'x', replacement: 'true', status: 'NoCoverage' },
      location: { start: { line: 3, column: 3 }, end: { line: 4, column: 10 } },
    },
    'a.ts',
    source,
  );
  expect(made).toEqual({ file: 'a.ts', line: 'two() &&', becomes: 'true', end: 'survived' });
});

test('what is mutated, tested and explained is there', () => {
  const parts = [...Object.values(PARTS), ...Object.values(SHORT_PARTS)];
  const files = parts.flatMap(({ mutated, tests }) => [...mutated, ...tests]);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  const all = new Set(Object.values(PARTS).flatMap(({ mutated }) => mutated));
  for (const { file, mutants, why } of EXPLAINED) {
    expect(all).toContain(file);
    expect(why).toMatch(/\.$/);
    const source = readFileSync(join(ROOT, file), 'utf8').replace(/\s+/g, ' ');
    for (const [line] of mutants) expect(source).toContain(line);
  }
});
