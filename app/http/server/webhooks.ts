import express, { type Router } from 'express';
import { limitQuietly } from './limits.ts';

/** Takes a body and its signature, and gives the status that answers them. */
export type TakeWebhook = (body: Buffer, signature: string) => number;

export const XERO_WEBHOOK = '/webhooks/xero';

/** More than Xero sends at once. */
const BODY_LIMIT = '512kb';

/** How many that are refused one IP address may send, per minute: those with a right signature are not counted. */
const REFUSED_A_MINUTE = 120;

/**
 * Answers what Xero sends of its own accord, without a body, as Xero wants it. Its signature stands for a session, and is
 * of the body as it came. Null: there is none, and it is answered 404.
 */
export function takeWebhooks(take: TakeWebhook | null): Router {
  const router = express.Router();
  if (take === null) {
    router.post(XERO_WEBHOOK, (_request, response) => {
      response.status(404).end();
    });
    return router;
  }
  router.post(
    XERO_WEBHOOK,
    limitQuietly(REFUSED_A_MINUTE, { skipSuccessfulRequests: true }),
    express.raw({ type: () => true, limit: BODY_LIMIT, inflate: false }),
    (request, response) => {
      const body: unknown = request.body;
      const status = take(
        Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        request.get('x-xero-signature') ?? '',
      );
      response.status(status).end();
    },
  );
  return router;
}
