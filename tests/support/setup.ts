import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// Chosen once for all workers (global-setup.ts).
fc.configureGlobal({ seed: Number(process.env.SEED) });

/** What is written to console.error fails the test that wrote it: nothing of ours should. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
