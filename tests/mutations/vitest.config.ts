import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const TESTS = (process.env.MUTATION_TESTS ?? '').split(',');

const placeOf = ({ moduleId }: TestSpecification) =>
  TESTS.findIndex((file) => moduleId.endsWith(file));

/** The files in the order in which they are listed: left to itself, vitest begins with the slowest. */
class AsListed extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => placeOf(one) - placeOf(other)));
  }
}

/** How the tests of one part (parts.ts) run, in the copy of the product that is mutated. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: TESTS,
    globalSetup: ['tests/support/server/global-setup.ts'],
    setupFiles: ['tests/support/server/setup.ts'],
    sequence: { sequencer: AsListed },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
  },
});
