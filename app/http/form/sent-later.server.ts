import type { AppLoadContext } from '@remix-run/node';
import type { ProductError } from '../../lib/errors.ts';
import { shorten } from '../../lib/shorten.ts';
import { readSentAt, STOPPED_LATER, TAKEN, TAKEN_SAID, type SentLater } from './sent-later.ts';

/** The refusal of a form whose device says something of its time that cannot be. */
export const TOO_LONG_AGO =
  'Not saved: by this device’s clock, this was sent over a month ago. Open the form and enter the date.';

/**
 * The services as of the moment when a form was sent: work that is "now" in a form that waited on a
 * device for a line is of that moment. The same services for every other request.
 */
export function asOfSending(context: AppLoadContext): AppLoadContext {
  const { sentAt } = context;
  return sentAt ? { ...context, clock: () => sentAt } : context;
}

/** When the timer that a waiting form starts was stopped, where its stop waits behind it; else null. */
export function stoppedLater(context: AppLoadContext, { headers }: Request): Date | null {
  if (!context.sentLater) return null;
  return readSentAt(headers.get(STOPPED_LATER) ?? undefined, context.clock());
}

/** The answer, to be thrown, to a form that waited and was carried out, now or when it first came. */
export function doneLater(sent: SentLater): Response {
  sent.outcome = { isDone: true };
  return new Response(null);
}

/**
 * The answer, to be thrown, to a form that waited and was refused: its device keeps it, and shows the
 * reason.
 */
export function refusedLater(sent: SentLater, { status, message, issues }: ProductError): Response {
  const said = [...new Set([message, ...issues.map((issue) => issue.message)])].join(' ');
  sent.outcome = { isDone: false, said };
  return new Response(null, { status });
}

/**
 * Says in an answer's headers what became of a form that waited. An answer that was none of
 * {@link doneLater}, such as a question, or the 401 of somebody who is signed out, did nothing.
 */
export function sayTaken(response: Response, { outcome }: SentLater): Response {
  const said =
    outcome === null
      ? { [TAKEN]: 'refused' }
      : outcome.isDone
        ? { [TAKEN]: 'done' }
        : refusedHeaders(outcome.said);
  for (const [name, value] of Object.entries(said)) response.headers.set(name, value);
  return response;
}

/** The headers of the answer to a form that waited and was refused for this reason. */
export function refusedHeaders(said: string): Record<string, string> {
  return { [TAKEN]: 'refused', [TAKEN_SAID]: encodeURIComponent(shorten(said, 1_000)) };
}
