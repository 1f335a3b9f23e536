import { startTodoist, type RunningTodoist } from '#sandbox/todoist.ts';
import { startXero, type RunningXero } from '#sandbox/xero.ts';
import { accountOf } from '../support/server/todoist.ts';
import { visit, type Answer, type Visitor } from '../support/server/visitor.ts';
import { HARBOUR } from '../support/server/use-xero.ts';

const XERO = { clientId: 'test-client', clientSecret: 'a secret+of/no:worth%' };

/** How many tasks the stand-in for Todoist has, one each day from FIRST_DAY on. */
const TASKS = 400;
const FIRST_DAY = Date.UTC(2025, 0, 1, 10);
const DAY = 86_400_000;

/** The services around the product. */
export type Around = {
  xero: RunningXero;
  todoist: RunningTodoist;
  environment: Record<string, string>;
  close: () => Promise<void>;
};

/** Starts stand-ins for a product that listens on this port. */
export async function startAround(port: number): Promise<Around> {
  const redirectUri = `http://localhost:${port}/api/xero/callback`;
  const xero = await startXero({
    clients: [{ ...XERO, redirectUri }],
    organisations: [HARBOUR],
  });
  const ids = Array.from({ length: TASKS }, (_, index) => String(index + 1));
  const todoist = await startTodoist({
    account: accountOf(
      ids.map((id) => ({ id, duration: { amount: 30, unit: 'minute' } })),
      ids.map((id, index) => [id, new Date(FIRST_DAY + index * DAY).toISOString()]),
    ),
  });
  return {
    xero,
    todoist,
    environment: {
      XERO_CLIENT_ID: XERO.clientId,
      XERO_CLIENT_SECRET: XERO.clientSecret,
      XERO_API_URL: xero.origin,
      XERO_IDENTITY_URL: xero.origin,
      XERO_LOGIN_URL: xero.origin,
      TODOIST_API_URL: todoist.url,
    },
    close: async () => {
      await Promise.all([xero.close(), todoist.close()]);
    },
  };
}

/** The day of the task with this number, `yyyy-MM-dd`. */
export function dayOfTask(number: number): string {
  return new Date(FIRST_DAY + (number % TASKS) * DAY).toISOString().slice(0, 10);
}

/** What the steps of a workload share. */
export type Scene = Around & {
  visitor: Visitor;
  url: string;
  /** Signs in by a new link. */
  signIn: () => Promise<void>;
  /** The records that there are for certain. */
  known: { clients: number[]; type: number; hardware: number; logs: number[]; tasks: number };
  /** Numbers the steps, so that no two send the same. */
  next: () => number;
  /** What was acknowledged, by the id of the request: facts that `factsOf` must find for ever. */
  acknowledged: Map<string, string[]>;
  /** Takes note of an answer: of these facts when it is a success. Throws when it is none and has to be. */
  tell: (answer: Answer, ...facts: string[]) => boolean;
  /** Answers that were no success, while these are allowed. */
  refused: Answer[];
};

/** Every question that the product asks about what is sent, answered: all of it is meant. */
const MEANT = 'hours-day-date-name-hardware';

/** A visitor who answers each question before it is asked. */
function visitMeaning(url: string): Visitor {
  const visitor = visit({ url });
  const asks = (path: string, body: unknown) =>
    path.endsWith('/confirm') || (body instanceof Object && !path.includes('create-invoices'));
  return {
    ...visitor,
    post: (path, fields, headers) =>
      visitor.post(
        path,
        new URLSearchParams([...new URLSearchParams(fields), ['confirm', MEANT]]),
        headers,
      ),
    api: (method, path, body, headers) => {
      const meant = asks(path, body) ? { ...(body as object | undefined), confirm: MEANT } : body;
      return visitor.api(method, path, meant, headers);
    },
  };
}

/** Makes a scene; with `mayFail`, answers may be refusals. */
export function createScene(around: Around, url: string, mayFail = false): Omit<Scene, 'signIn'> {
  const acknowledged: Scene['acknowledged'] = new Map();
  const refused: Answer[] = [];
  let number = 0;
  return {
    ...around,
    url,
    visitor: visitMeaning(url),
    known: { clients: [], type: 0, hardware: 0, logs: [], tasks: 0 },
    next: () => (number += 1),
    acknowledged,
    refused,
    tell: (answer, ...facts) => {
      if (answer.status >= 400) {
        if (!mayFail) throw new Error(`${answer.status} ${answer.text.slice(0, 500)}`);
        refused.push(answer);
        return false;
      }
      acknowledged.set(answer.headers.get('X-Request-Id') ?? '', facts);
      return true;
    },
  };
}
