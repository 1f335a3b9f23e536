/** Counts how many pages are rendered in this process: the text of each becomes bytes (entry.server.tsx). */
export function countRenders(): () => number {
  const from = Buffer.from.bind(Buffer) as (...all: unknown[]) => Buffer;
  let count = 0;
  Object.assign(Buffer, {
    from: (...all: unknown[]) => {
      const [text] = all;
      if (typeof text === 'string' && text.startsWith('<!DOCTYPE html><html')) count += 1;
      return from(...all);
    },
  });
  return () => count;
}
