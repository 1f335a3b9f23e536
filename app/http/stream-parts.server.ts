import type { TakeTurn } from './server/turns.ts';

/**
 * Answers with a long text, part by part: a part is made once the caller has taken the one before and
 * others were served, and none once the caller has left, who ends the parts. The first is made at once;
 * throws what that throws.
 */
export function streamParts(
  takeTurn: TakeTurn,
  parts: Iterator<string, void>,
  headers: Record<string, string>,
): Response {
  const encoder = new TextEncoder();
  let next: IteratorResult<string, void> | null = parts.next();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!(await takeTurn())) {
          parts.return?.();
          controller.close();
          return;
        }
        const part = next ?? parts.next();
        next = null;
        if (part.done) controller.close();
        else controller.enqueue(encoder.encode(part.value));
      },
      cancel() {
        parts.return?.();
      },
    },
    // Nothing is read ahead of what the caller takes.
    { highWaterMark: 0 },
  );
  return new Response(stream, { headers });
}
