/** An outside service answered with more than is read from it. */
export class AnswerTooLarge extends Error {
  constructor(mostBytes: number) {
    super(`An outside service answered with more than ${mostBytes} bytes.`);
    this.name = 'AnswerTooLarge';
  }
}

/**
 * A `fetch` whose answers have at most `mostBytes`, counted unpacked while they are read. Reading a longer one, by
 * `json()` or `text()`, throws {@link AnswerTooLarge}, and its connection is closed.
 */
export function boundedFetch(mostBytes: number): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.body === null) return answer;
    let bytes = 0;
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, out) {
          bytes += chunk.byteLength;
          if (bytes > mostBytes) throw new AnswerTooLarge(mostBytes);
          out.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, answer);
  };
}
