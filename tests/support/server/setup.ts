import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// The seed is chosen once for all workers, in global-setup.ts.
fc.configureGlobal({ seed: Number(process.env.SEED) });

/** Whatever is written to console.error fails the test, since the product should write nothing there. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
