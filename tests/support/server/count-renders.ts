/** Counts how many pages are rendered in this process: each is answered as one text (entry.server.tsx). */
export function countRenders(): () => number {
  let count = 0;
  globalThis.Response = new Proxy(Response, {
    construct: (usual, [text, ...more]: unknown[]) => {
      if (typeof text === 'string' && text.startsWith('<!DOCTYPE html><html')) count += 1;
      return Reflect.construct(usual, [text, ...more]) as object;
    },
  });
  return () => count;
}
