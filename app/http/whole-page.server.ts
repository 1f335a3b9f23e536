const pages = new WeakMap<Response, Buffer>();

/**
 * An answer whose page is here whole. Its bytes are beside it, and not in it as a stream: they are compressed and
 * sent in one go (`server/remix.server.ts`).
 */
export function wholePage(page: Buffer, init: ResponseInit): Response {
  const answer = new Response(null, init);
  pages.set(answer, page);
  return answer;
}

/** The bytes of an answer from {@link wholePage}; undefined for any other. */
export function pageOf(answer: Response): Buffer | undefined {
  return pages.get(answer);
}
