import { afterEach, beforeEach, expect, vi } from 'vitest';

/** What is written to console.error fails the test that wrote it: nothing of ours should. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
