import type { TakeTurn } from './server/in-turn.ts';

type Part = string | Uint8Array;

/** What is sent in parts: texts or bytes, made one after another. */
export type Parts = Iterator<Part, void> | AsyncIterator<Part, void>;

/**
 * Answers with something long, part by part: a part is made once the caller has taken the one before
 * and others were served, and none once the caller has left, which ends the parts. The first is made
 * at once; throws what making it throws, unless it has to be waited for.
 */
export function streamParts(
  takeTurn: TakeTurn,
  parts: Parts,
  headers: Record<string, string>,
): Response {
  const encoder = new TextEncoder();
  const first = parts.next();
  let next: typeof first | null = first;
  // Its failure is told when it is asked for; who leaves before that is not told.
  if (first instanceof Promise) first.catch(() => undefined);
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!(await takeTurn())) {
          await parts.return?.();
          controller.close();
          return;
        }
        const part = await (next ?? parts.next());
        next = null;
        if (part.done) controller.close();
        else {
          const { value } = part;
          controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
        }
      },
      async cancel() {
        await parts.return?.();
      },
    },
    // Nothing is read ahead of what the caller takes.
    { highWaterMark: 0 },
  );
  return new Response(stream, { headers });
}
