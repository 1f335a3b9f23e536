import type * as XeroNode from 'xero-node';
import type { AccountingApi } from 'xero-node';
import { orAborted, withDeadline, type Deadline } from './deadline.server.ts';
import { timedOut, unreadable } from './faults.server.ts';
import type { Pacer } from './pacing.server.ts';
import { toLedgerError } from './read-fault.server.ts';
import { LedgerError } from '../../invoices/ledger.ts';

/** Whose books, and the right to open them. The adapter keeps neither. */
export type XeroSession = { accessToken: string; tenantId: string };

/** The SDK's module, loaded when it is first needed. */
export type Sdk = typeof XeroNode;

/** Runs one HTTP request through the SDK and gives the body of the answer. */
export type Ask = <Body>(
  isWrite: boolean,
  request: (api: AccountingApi, sdk: Sdk) => Promise<{ body: Body }>,
) => Promise<Body>;

/** Runs one operation of the adapter, all of its requests within one deadline. */
export type RunCalls = <Result>(
  session: XeroSession,
  operation: (ask: Ask) => Promise<Result>,
) => Promise<Result>;

type Options = { apiUrl: string; clock: () => Date; timeoutMs: number; pacer: Pacer };

/** No answer that we ask for comes near this many bytes. */
const LARGEST_ANSWER = 20_000_000;

/** A limit that is over before the deadline is waited for; more often than this is a fault. */
const MOST_TRIES = 3;

let loading: Promise<Sdk> | null = null;

/** The SDK takes the better part of a second and 40 MB: only who uses Xero loads it. */
function loadSdk(): Promise<Sdk> {
  loading ??= import('xero-node');
  return loading;
}

/** An SDK object for one request: nothing of one organisation can leak into another's call. */
function makeApi(
  sdk: Sdk,
  apiUrl: string,
  accessToken: string,
  signal: AbortSignal,
): AccountingApi {
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

/**
 * The one way to Xero's accounting API: paced, with a deadline, and with every failure
 * turned into a LedgerError. A request that met a limit which is over before the deadline is
 * sent again, since Xero did nothing with it. Nothing else is ever repeated here.
 */
export function createRunCalls({ apiUrl, clock, timeoutMs, pacer }: Options): RunCalls {
  async function sendOnce<Body>(
    session: XeroSession,
    deadline: Deadline,
    isWrite: boolean,
    request: (api: AccountingApi, sdk: Sdk) => Promise<{ body: Body }>,
  ): Promise<Body> {
    const sdk = await loadSdk();
    const leave = await pacer.enter(session.tenantId, deadline);
    try {
      if (deadline.signal.aborted) throw timedOut(false);
      const api = makeApi(sdk, apiUrl, session.accessToken, deadline.signal);
      const { body } = await orAborted(request(api, sdk), deadline.signal, () => timedOut(isWrite));
      // The SDK hands on a body that is no JSON as nothing or as text.
      if (typeof body !== 'object' || body === null) throw unreadable(isWrite);
      return body;
    } catch (thrown) {
      throw toLedgerError(thrown, { isWrite, now: clock() });
    } finally {
      leave();
    }
  }

  return (session, operation) =>
    withDeadline({ clock, timeoutMs }, (deadline) =>
      operation(async (isWrite, request) => {
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
      }),
    );
}
