import { apiError, type Reply, type Request } from './http.ts';

const SIX_MINUTES = 6 * 60_000;
const LONGEST_KEY = 128;

/** Answers a repetition under the same key within six minutes with the first answer. */
export type Repetitions = {
  /** Runs `work` once for a key; a different request under the same key is answered with 400. */
  once(request: Request, owner: string, work: () => Reply): Reply;
};

type Remembered = { fingerprint: string; reply: Reply; until: number };

export function createRepetitions(clock: () => Date): Repetitions {
  const remembered = new Map<string, Remembered>();
  return {
    once(request, owner, work) {
      const key = request.headers['idempotency-key'];
      if (key === undefined) return work();
      if (key === '' || key === 'undefined' || key === 'null' || key.length > LONGEST_KEY) {
        return apiError('BadRequest', 400, 'The Idempotency-Key header is invalid.');
      }
      const now = clock().getTime();
      const name = `${owner}\n${key}`;
      const { method, path, query, headers, body } = request;
      const fingerprint = [method, path, query, headers['xero-tenant-id'], body].join('\n');
      const known = remembered.get(name);
      if (known && known.until > now) {
        if (known.fingerprint === fingerprint) return known.reply;
        return apiError('BadRequest', 400, 'The Idempotency-Key is used with a different request.');
      }
      const reply = work();
      remembered.set(name, { fingerprint, reply, until: now + SIX_MINUTES });
      return reply;
    },
  };
}
