import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerApi, API_PATH } from './xero/api.ts';
import { changeInXero, makeForeign, type Change } from './xero/bookkeeping.ts';
import { createFaults, type FaultKind, type FaultOrder } from './xero/faults.ts';
import {
  apiError,
  encode,
  isRecord,
  LONGEST_ADDRESS,
  readRequest,
  send,
  type Reply,
  type Request,
} from './xero/http.ts';
import { createRepetitions } from './xero/idempotency.ts';
import { createIdentity } from './xero/identity.ts';
import { createLimitCounter, tooMany, type Limits } from './xero/limits.ts';
import { markInvoice, type Mark } from './xero/marks.ts';
import { makeOrganisation, type Client, type OrganisationSeed } from './xero/model.ts';
import { answerSandbox } from './xero/sandbox-pages.ts';
import { createWebhooks, type Webhooks } from './xero/webhooks.ts';
import type { Call, Standing, XeroState } from './xero/standing.ts';

export { XERO_LIMITS, type Limits } from './xero/limits.ts';
export type { Change } from './xero/bookkeeping.ts';
export type { FaultKind, FaultOrder } from './xero/faults.ts';
export type { Mark } from './xero/marks.ts';
export type { OrganisationSeed } from './xero/model.ts';
export type { Call, XeroState } from './xero/standing.ts';

type Options = {
  /** 0, the default, takes any free one. */
  port?: number;
  clients: Client[];
  organisations: OrganisationSeed[];
  clock?: () => Date;
  /** Null, the default, sets no limits. */
  limits?: Limits | null;
};

export type RunningXero = {
  /** `http://localhost:<port>`, for login, identity and API alike. */
  origin: string;
  port: number;
  /** Orders a fault for coming calls. */
  fail(order: FaultOrder): void;
  /** Takes back every fault and delay. */
  heal(): void;
  /** Carries out the calls that met `late` and whose time has come; their answers go to nobody. */
  deliverLate(): void;
  /** Delays every answer of the API by so many milliseconds. */
  setDelay(milliseconds: number): void;
  setLimits(limits: Limits | null): void;
  state(): XeroState;
  /** What a person does with an invoice in Xero. Throws when there is no such invoice. */
  mark(invoiceId: string, as: Mark): void;
  /** What a bookkeeper changes of an invoice in Xero. Throws when there is no such invoice. */
  change(invoiceId: string, change: Change): void;
  /** Makes an invoice for a contact in Xero itself, and gives its id. */
  makeForeign(contactId: string): string;
  /** Archives the contact, as a person does in Xero. */
  archiveContact(contactId: string): void;
  /** Gives the contact another name, as a person does in Xero. */
  renameContact(contactId: string, name: string): void;
  /** Chooses the tax type of sales to a contact, as a person does in Xero; null for none. */
  taxContact(contactId: string, taxType: string | null): void;
  /** Removes the app from an organisation, as a person does in Xero. */
  disconnect(tenantId: string): void;
  takeRole(tenantId: string): void;
  fill(tenantId: string): void;
  /** Resets a Demo Company: it is gone with all that was in it, and a new one of its name is there. Gives the new one's id. */
  reset(tenantId: string): string;
  expireAccessTokens(): void;
  /** Ends every token: refreshing answers `invalid_grant` from now on. */
  endGrants(): void;
  webhooks: Webhooks;
  /** Gives the code that the consent page would send back, without showing that page; with fewer scopes than were asked for, if given. */
  grantCode(tenantIds?: string[], scopes?: string[]): string;
  /** Stops at once, silent connections included. */
  close(): Promise<void>;
};

/**
 * Starts a stand-in for Xero on this machine's loopback: the login page, the token endpoint,
 * the connections and the part of the accounting API that the product uses, with Xero's own
 * validation and rounding, and with switches for faults. Its pages let a person play the
 * bookkeeper. It lives in the process that starts it, not in the app's. Throws when the port
 * is taken.
 */
export async function startXero(options: Options): Promise<RunningXero> {
  const clock = options.clock ?? (() => new Date());
  const organisations = options.organisations.map((seed, index) =>
    makeOrganisation(seed, clock(), index),
  );
  const identity = createIdentity({ clients: options.clients, organisations, clock });
  const limits = createLimitCounter(options.limits ?? null, clock);
  const faults = createFaults();
  const repetitions = createRepetitions(clock);
  const calls: Call[] = [];
  const met: FaultKind[] = [];
  let late: { at: number; arrive: () => void }[] = [];
  let delay = 0;

  const standing: Standing = {
    organisations,
    faults,
    heal: () => {
      faults.heal();
      delay = 0;
    },
    limits,
    identity,
    clock,
    state: () => ({
      organisations,
      invoices: organisations.flatMap(({ invoices }) => invoices),
      contacts: organisations.flatMap(({ contacts }) => contacts),
      connections: identity.connections(),
      calls: [...calls],
      mostAtOnce: limits.mostAtOnce(),
      met: [...met],
    }),
  };

  function route(request: Request): Reply {
    const { method, path } = request;
    if (path.startsWith(`${API_PATH}/`)) {
      return answerApi(request, identity, repetitions, clock());
    }
    if (path === '/identity/connect/authorize') return identity.authorize(request);
    if (path === '/connect/token' && method === 'POST') return identity.token(request);
    if (path === '/connections' && method === 'GET') return identity.listConnections(request);
    const [, connectionId] = /^\/connections\/([^/]+)$/.exec(path) ?? [];
    if (connectionId && method === 'DELETE') {
      return identity.deleteConnection(request, connectionId);
    }
    return answerSandbox(request, standing);
  }

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(message);
    const { path, headers } = request;
    if (path === '/' || path.startsWith('/sandbox')) {
      send(response, route(request));
      return;
    }
    const tenantId = headers['xero-tenant-id'] ?? null;
    const call: Call = {
      method: request.method,
      path,
      query: request.query.toString(),
      tenantId,
      idempotencyKey: headers['idempotency-key'] ?? null,
      modifiedSince: headers['if-modified-since'] ?? null,
      body: path === '/connect/token' ? '' : request.body,
      status: null,
    };
    calls.push(call);
    const counted = path.startsWith(`${API_PATH}/`) ? tenantId : null;
    const refusal = counted === null ? null : limits.enter(counted);
    let isCounted = counted !== null && !refusal;
    const leave = () => {
      if (isCounted && counted !== null) limits.leave(counted);
      isCounted = false;
    };
    // A call that is never answered counts as under way until its connection closes.
    response.once('close', leave);
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    const answer = (reply: Reply) => {
      // Before the answer is sent: the next call may arrive before it has gone out.
      leave();
      call.status = reply.status;
      const limitHeaders = counted === null ? {} : limits.headers(counted);
      // By the stand-in's own clock, which may differ from the product's, as Xero's may.
      const date = clock().toUTCString();
      send(response, { ...reply, headers: { Date: date, ...limitHeaders, ...reply.headers } });
    };
    if (refusal) {
      answer(refusal);
      return;
    }
    if ((message.url ?? '').length > LONGEST_ADDRESS) {
      answer({ status: 404, body: '<!doctype html><title>Not found</title>' });
      return;
    }
    const fault = faults.take(request.method, path);
    if (!fault) answer(route(request));
    else meet(fault, request, response, answer);
  }

  /** Applies a fault to a call: whether the call is carried out, and what is answered. */
  function meet(
    fault: FaultOrder,
    request: Request,
    response: ServerResponse,
    answer: (reply: Reply) => void,
  ): void {
    met.push(fault.kind);
    const broken = { status: 500, body: { Title: 'An error occurred', Status: 500 } };
    const refused = apiError('ValidationException', 10, 'A validation exception occurred');
    const html = '<!doctype html><title>Xero</title><h1>We will be back shortly</h1>';
    switch (fault.kind) {
      case 'timeout-before':
        return;
      case 'late':
        late.push({
          at: clock().getTime() + (fault.lateBySeconds ?? 60) * 1_000,
          arrive: () => route(request),
        });
        return;
      case 'timeout-after':
        route(request);
        return;
      case 'reset-before':
        response.destroy();
        return;
      case 'reset-after':
        route(request);
        response.destroy();
        return;
      case '429':
        answer(tooMany('minute', fault.retryAfterSeconds ?? 1));
        return;
      case '429-day':
        answer(tooMany('day', fault.retryAfterSeconds ?? 18_000));
        return;
      case '400-before':
        answer(refused);
        return;
      case '400-after':
        route(request);
        answer(refused);
        return;
      case '500-before':
        answer(broken);
        return;
      case '500-after':
        route(request);
        answer(broken);
        return;
      case '503-html':
        answer({ status: 503, body: html });
        return;
      case 'html-after':
        route(request);
        answer({ status: 200, body: html });
        return;
      case 'cut':
        cut(response, route(request));
        return;
      case 'half':
        answer(halve(route(request), request));
        return;
      case 'refuse-one':
        answer(route({ ...request, isFirstRefused: true }));
        return;
      case '400-but-one':
        route({ ...request, isFirstRefused: true });
        answer(refused);
        return;
      case '401':
        answer({
          status: 401,
          body: { Title: 'Unauthorized', Status: 401, Detail: 'TokenExpired' },
        });
        return;
      case '403':
        answer({ status: 403, body: { Title: 'Forbidden', Status: 403 } });
        return;
    }
  }

  function findContact(contactId: string) {
    const contact = standing.state().contacts.find((one) => one.contactId === contactId);
    if (!contact) throw new Error('There is no such contact.');
    return contact;
  }

  const server = createServer((message, response) => {
    handle(message, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, { status: 400, body: { Message: String(error) } });
    });
  });
  // Longer than a test computes between two calls: who asks may be this very process, and would not see in time that
  // the connection was closed.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://localhost:${port}`,
    port,
    fail: faults.fail,
    heal: standing.heal,
    deliverLate: () => {
      const now = clock().getTime();
      const arriving = late.filter(({ at }) => at <= now);
      late = late.filter(({ at }) => at > now);
      for (const { arrive } of arriving) arrive();
    },
    setDelay: (milliseconds) => {
      delay = milliseconds;
    },
    setLimits: limits.setLimits,
    state: standing.state,
    mark: (invoiceId, as) => {
      markInvoice(organisations, invoiceId, as, clock());
    },
    change: (invoiceId, change) => {
      changeInXero(organisations, invoiceId, change, clock());
    },
    makeForeign: (contactId) => makeForeign(organisations, contactId, clock()),
    archiveContact: (contactId) => {
      findContact(contactId).status = 'ARCHIVED';
    },
    renameContact: (contactId, name) => {
      findContact(contactId).name = name;
    },
    taxContact: (contactId, taxType) => {
      findContact(contactId).taxType = taxType;
    },
    disconnect: identity.disconnect,
    takeRole: identity.takeRole,
    fill: identity.fill,
    reset: (tenantId) => {
      const at = organisations.findIndex((one) => one.tenantId === tenantId);
      const seed = options.organisations[at];
      if (!seed) throw new Error('There is no such organisation.');
      identity.disconnect(tenantId);
      const fresh = makeOrganisation({ ...seed, tenantId: undefined }, clock(), at);
      organisations[at] = fresh;
      return fresh.tenantId;
    },
    expireAccessTokens: identity.expireAccessTokens,
    endGrants: identity.endGrants,
    webhooks: createWebhooks(organisations),
    grantCode: (tenantIds, scopes) => {
      const [client] = options.clients;
      if (!client) throw new Error('No client is registered.');
      const chosen = tenantIds ?? organisations.map((one) => one.tenantId);
      return identity.grantCode(client, chosen, scopes);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** The answer to a write without every second of its elements; other answers as they are. */
function halve(reply: Reply, { method }: Request): Reply {
  if (method === 'GET' || !isRecord(reply.body)) return reply;
  const fields = Object.entries(reply.body).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter((_, index) => index % 2 === 1) : value,
  ]);
  return { ...reply, body: Object.fromEntries(fields) as Record<string, unknown> };
}

/** Sends the headers and half of the answer, and breaks off. */
function cut(response: ServerResponse, reply: Reply): void {
  const { status, text, headers } = encode(reply);
  response.writeHead(status, headers);
  response.write(text.slice(0, Math.floor(text.length / 2)), () => {
    response.destroy();
  });
}
