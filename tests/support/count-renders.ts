import { vi } from 'vitest';

/** Counts how many pages are rendered in this process: the text of each becomes bytes (entry.server.tsx). */
export function countRenders(): () => number {
  const made = vi.spyOn(Buffer, 'from');
  return () =>
    made.mock.calls.filter(([text]: unknown[]) => {
      return typeof text === 'string' && text.startsWith('<!DOCTYPE html><html');
    }).length;
}
