import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import { answerApi, refuse, refuseFor, type ActivityLogSettings } from './todoist-api.ts';
import type { TodoistAccount } from './todoist-data.ts';
import { createFaultSwitches, spoil, type Delivery, type TodoistFault } from './todoist-faults.ts';
import { todoistPage } from './todoist-page.ts';

export { manyCompletions, sampleTasks } from './todoist-data.ts';
export type { TodoistAccount, TodoistCompletion, TodoistTask } from './todoist-data.ts';

/** The token that the stand-in accepts unless it is started with another. */
export const SANDBOX_TODOIST_TOKEN = 'stand-in-todoist-token';

type Options = {
  /** Port 0, the default, takes any free one. */
  port?: number;
  token?: string;
  account: TodoistAccount;
  clock?: () => Date;
  /** How many calls it takes in 15 minutes. */
  mostCalls?: number;
};

export type RunningTodoist = {
  /** `http://127.0.0.1:<port>`, without a path. */
  url: string;
  port: number;
  token: string;
  /** Its contents, which may be changed while it runs. */
  account: TodoistAccount;
  /** Switches a fault on; over HTTP: POST /sandbox/faults with the same as JSON. */
  fail: (fault: z.input<typeof TodoistFault>) => void;
  /** Switches every fault off; over HTTP: DELETE /sandbox/faults. */
  heal: () => void;
  /** Delays every answer of the API by so many milliseconds. */
  setDelay: (milliseconds: number) => void;
  /** Changes how the activity log answers; over HTTP: POST /sandbox/activity-log. */
  setActivityLog: (settings: Partial<ActivityLogSettings>) => void;
  /** How often each path was called, `{id}` for a task's; over HTTP: GET /sandbox/calls. */
  calls: () => Record<string, number>;
  /** Stops at once, unanswered calls included. */
  close: () => Promise<void>;
};

/** The time that Todoist counts calls in, in milliseconds. */
const WINDOW = 15 * 60_000;

/** The forms that the stand-in reads are small. */
const BODY_LIMIT = 10_000;

/**
 * Starts a stand-in for Todoist on this machine's loopback: the part of API v1 that the
 * product reads, with one account, and switches for faults. Throws when the port is taken.
 */
export async function startTodoist(options: Options): Promise<RunningTodoist> {
  const { account, token = SANDBOX_TODOIST_TOKEN, clock = () => new Date() } = options;
  const faults = createFaultSwitches();
  const counts = new Map<string, number>();
  let recent: number[] = [];
  let delay = 0;
  let log: ActivityLogSettings = { access: 'whole', delaySeconds: 0, tellsRecurring: true };
  const setActivityLog = (settings: Partial<ActivityLogSettings>) => {
    log = { ...log, ...settings };
  };

  /** How long no call is taken, in seconds; counts this one where it is 0. */
  function secondsToWait(): number {
    const now = clock().getTime();
    recent = recent.filter((at) => at > now - WINDOW);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= (options.mostCalls ?? 1_000)) {
      return Math.ceil((oldest + WINDOW - now) / 1_000);
    }
    recent.push(now);
    return 0;
  }

  function answer(request: IncomingMessage, url: URL): Delivery {
    if (/^\/(rest\/v2|sync\/v9)\//.test(url.pathname)) {
      return json(refuse(410, 'This version of the API is withdrawn'));
    }
    if (!url.pathname.startsWith('/api/v1/')) return json(refuse(404, 'Not found'));
    const path = url.pathname.slice('/api/v1'.length);
    const name = path.replace(/^\/tasks\/[^/]+$/, '/tasks/{id}');
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const pause = secondsToWait();
    if (pause > 0) return json(refuseFor(pause));
    const isOwner = request.headers.authorization === `Bearer ${token}`;
    const plain = json(
      isOwner
        ? answerApi({ account, path, query: url.searchParams, now: clock(), log })
        : refuse(401, 'Unauthorized'),
    );
    const fault = faults.take(url.pathname);
    return fault ? spoil(plain, fault) : plain;
  }

  async function answerControl(request: IncomingMessage, path: string): Promise<Delivery> {
    const done = { status: 200, body: { ok: true } };
    switch (`${request.method ?? ''} ${path}`) {
      case 'POST /sandbox/faults':
        faults.add((await readJson(request)) as z.input<typeof TodoistFault>);
        return json(done);
      case 'DELETE /sandbox/faults':
        faults.heal();
        return json(done);
      case 'POST /sandbox/activity-log':
        setActivityLog((await readJson(request)) as Partial<ActivityLogSettings>);
        return json(done);
      case 'GET /sandbox/calls':
        return json({ status: 200, body: Object.fromEntries(counts) });
      default:
        return json(refuse(404, 'No such switch'));
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/') {
      const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
      deliver(response, { status: 200, headers, body: todoistPage(account, token) });
    } else if (url.pathname.startsWith('/sandbox/')) {
      deliver(response, await answerControl(request, url.pathname));
    } else {
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      deliver(response, answer(request, url));
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      deliver(response, json(refuse(400, error instanceof Error ? error.message : String(error))));
    });
  });
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    token,
    account,
    fail: faults.add,
    heal: faults.heal,
    setDelay: (milliseconds) => {
      delay = milliseconds;
    },
    setActivityLog,
    calls: () => Object.fromEntries(counts),
    close: () => close(server),
  };
}

function json({ status, body }: { status: number; body: unknown }): Delivery {
  return {
    status,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function deliver(response: ServerResponse, { status, headers, body, cut, silent }: Delivery): void {
  if (silent) return;
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length });
  if (!cut) {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > BODY_LIMIT) throw new Error('The body is too long');
  }
  return JSON.parse(text);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
