import type * as XeroNode from 'xero-node';
import type { AccountingApi } from 'xero-node';
import { deadlineIn, orAborted, type Deadline, type Pacer } from './pacing.server.ts';
import { timedOut, unreadable, headersOf, toLedgerError } from './faults.server.ts';
import { LedgerError } from '../../invoices/ledger.ts';

/** The organisation, and the access token for it. The adapter keeps neither. */
export type XeroSession = { accessToken: string; tenantId: string };

/** The SDK's module, loaded when it is first needed. */
export type Sdk = typeof XeroNode;

/** Sends one HTTP request through the SDK and gives the body of the answer. */
export type Ask = <Body>(
  isWrite: boolean,
  request: (api: AccountingApi, sdk: Sdk) => Promise<Answer<Body>>,
) => Promise<Body>;

type Answer<Body> = { body: Body; response?: { headers?: object } };

/** Runs one operation of the adapter; all its requests share one deadline. */
export type RunCalls = <Result>(
  session: XeroSession,
  operation: (ask: Ask) => Promise<Result>,
) => Promise<Result>;

/** How many calls Xero said are left to an organisation; null where it did not say. */
export type CallsLeft = { day: number | null; minute: number | null };

/**
 * Told of every call that has left our queue, answered or not: for which organisation, and what Xero
 * said is left there.
 */
export type NoteCall = (tenantId: string, left: CallsLeft) => void;

type Options = {
  apiUrl: string;
  clock: () => Date;
  timeoutMs: number;
  pacer: Pacer;
  noteCall?: NoteCall;
};

/** The largest answer that is read, in bytes, counted unpacked; those that we ask for are far smaller. */
const LARGEST_ANSWER = 32_000_000;

/** The most attempts at a request that meets a limit which ends before the deadline. */
const MOST_TRIES = 3;

/** A new SDK object for each request, so that no data of one organisation can reach a call for another. */
function makeApi(sdk: Sdk, apiUrl: string, accessToken: string, signal: AbortSignal) {
  const api = new sdk.AccountingApi();
  api.basePath = `${apiUrl}/api.xro/2.0`;
  api.accessToken = accessToken;
  // The one place where the SDK lets its HTTP request be changed before it is sent.
  api.setDefaultAuthentication({
    applyToRequest(request) {
      request.signal = signal;
      request.maxRedirects = 0;
      request.maxContentLength = LARGEST_ANSWER;
    },
  });
  return api;
}

function readLeft(headers: object | undefined): CallsLeft {
  return {
    day: readCount(headers, 'x-daylimit-remaining'),
    minute: readCount(headers, 'x-minlimit-remaining'),
  };
}

function readCount(headers: object | undefined, name: string): number | null {
  const given: unknown = headers && Reflect.get(headers, name);
  const left = typeof given === 'string' && given !== '' ? Number(given) : given;
  return typeof left === 'number' && Number.isSafeInteger(left) && left >= 0 ? left : null;
}

/**
 * Makes the function that all calls to Xero's accounting API go through: paced, with a deadline,
 * and with every failure turned into a LedgerError. A request that met a limit which ends before
 * the deadline is sent again, since Xero did nothing with it. Nothing else is repeated here.
 */
export function createRunCalls({ apiUrl, clock, timeoutMs, pacer, noteCall }: Options): RunCalls {
  async function sendOnce<Body>(
    session: XeroSession,
    deadline: Deadline,
    isWrite: boolean,
    request: (api: AccountingApi, sdk: Sdk) => Promise<Answer<Body>>,
  ): Promise<Body> {
    // It takes almost a second and 40 MB to load, so it is loaded only when Xero is used.
    const sdk: Sdk = await import('xero-node');
    const leave = await pacer.enter(session.tenantId, deadline);
    let left: CallsLeft = { day: null, minute: null };
    let isSent = false;
    try {
      if (deadline.signal.aborted) throw timedOut(false);
      const api = makeApi(sdk, apiUrl, session.accessToken, deadline.signal);
      isSent = true;
      const { body, response } = await orAborted(request(api, sdk), deadline.signal, () =>
        timedOut(isWrite),
      );
      left = readLeft(response?.headers);
      // The SDK gives undefined or text for a body that is not JSON.
      if (typeof body !== 'object' || body === null) throw unreadable(isWrite);
      return body;
    } catch (thrown) {
      if (left.day === null) left = readLeft(headersOf(thrown));
      throw toLedgerError(thrown, { isWrite, now: clock() });
    } finally {
      leave();
      if (isSent) noteCall?.(session.tenantId, left);
    }
  }

  return async (session, operation) => {
    const deadline = deadlineIn(timeoutMs, clock);
    return operation(async (isWrite, request) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await sendOnce(session, deadline, isWrite, request);
        } catch (thrown) {
          if (!(thrown instanceof LedgerError)) throw thrown;
          const { limit, retryAt } = thrown;
          if (limit === null || retryAt === null) throw thrown;
          pacer.pause(session.tenantId, limit, retryAt);
          const canWait = limit !== 'day' && retryAt < deadline.endsAt;
          if (!canWait || tries === MOST_TRIES) throw thrown;
        }
      }
    });
  };
}
