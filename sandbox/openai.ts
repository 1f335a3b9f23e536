import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import {
  Fault,
  FAULT_KINDS,
  refuseKey,
  sendError,
  sendJson,
  shapeAnswer,
  showFault,
} from './openai-faults.ts';
import type { OpenAiFault, OpenAiFaultKind } from './openai-faults.ts';
import { hasModel, pathOf, refuseModel, sendModels, takesAnyKey } from './openai-services.ts';
import type { OpenAiService } from './openai-services.ts';
import { tidyNote } from './tidy-note.ts';

export type { OpenAiFault, OpenAiFaultKind } from './openai-faults.ts';

export type OpenAiOptions = {
  /** 0, the default, takes any free one. */
  port?: number;
  /** The keys it takes; any other is refused. */
  apiKeys: string[];
  /** Which service it is; OpenAI by default. */
  service?: OpenAiService;
  /** The models that it has, on Azure the names of its deployments. */
  models?: string[];
  /** Whether `GET /v1/models` exists, as it does by default; some local servers answer 404. */
  hasModels?: boolean;
};

/** A call that arrived: what an outside service would see of the product, except the key. */
export type SeenRequest = { method: string; path: string; body: unknown };

export type RunningOpenAi = {
  /** `http://127.0.0.1:<port>/v1` or where the service has it, for OPENAI_BASE_URL. */
  baseUrl: string;
  port: number;
  /** The calls that have arrived, oldest first, at most the last hundred. */
  seen: SeenRequest[];
  /** Makes the next calls fail in this way; replaces any earlier fault. */
  fail: (fault: OpenAiFault) => void;
  /** Ends the fault. */
  heal: () => void;
  /** Cuts off the calls that are not answered yet. */
  drop: () => void;
  /** Stops at once, unanswered calls included. */
  close: () => Promise<void>;
};

/** In bytes; a note and a prompt are a few kilobytes long. */
const BODY_LIMIT = 200_000;

const SEEN_LIMIT = 100;

const ChatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
});

/** What some models refuse, so that nothing may depend on it. */
const REFUSED_FIELDS = ['temperature', 'top_p', 'max_tokens'];

/**
 * Starts a server on this machine's loopback that speaks the part of OpenAI's API that the
 * product uses, and answers with the user's note tidied up by rules. It is for the demo and
 * the tests. Throws when the port is taken.
 */
export async function startOpenAi({
  port = 0,
  apiKeys,
  service = 'openai',
  models = ['sandbox-tidy'],
  hasModels = true,
}: OpenAiOptions): Promise<RunningOpenAi> {
  let fault: OpenAiFault | null = null;
  const seen: SeenRequest[] = [];

  function takeFault(): OpenAiFault | null {
    const current = fault;
    if (current?.times !== undefined) {
      fault = current.times > 1 ? { ...current, times: current.times - 1 } : null;
    }
    return current;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const method = request.method ?? 'GET';
    const body = await readJson(request);
    if (method === 'POST' && pathname === '/sandbox/faults') {
      const switched = z.union([Fault, z.object({ kind: z.literal('none') })]).safeParse(body);
      if (!switched.success) {
        sendError(response, 400, `A fault has a kind: ${FAULT_KINDS.join(', ')}, or none to heal.`);
        return;
      }
      fault = switched.data.kind === 'none' ? null : switched.data;
      response.writeHead(204).end();
      return;
    }

    seen.push({ method, path: pathname, body });
    if (seen.length > SEEN_LIMIT) seen.shift();
    const current = takeFault();
    if (current && showFault(current, response)) return;
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!apiKeys.includes(key) && !takesAnyKey(service)) {
      refuseKey(response, key);
      return;
    }
    const base = pathOf(service);
    if (method === 'GET' && pathname === `${base}/models` && hasModels) {
      sendModels(response, service, models);
      return;
    }
    if (method === 'POST' && pathname === `${base}/chat/completions`) {
      const asked = ChatRequest.safeParse(body).data?.model;
      if (asked !== undefined && !hasModel(service, models, asked)) {
        refuseModel(response, service, { model: asked, models });
      } else sendCompletion(response, body, current?.kind ?? null);
      return;
    }
    sendError(response, 404, `Invalid URL (${method} ${pathname})`);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      sendError(
        response,
        400,
        error instanceof Error ? error.message : 'The request is unreadable.',
      );
    });
  });
  await listen(server, port);
  const { port: chosenPort } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${chosenPort}${pathOf(service)}`,
    port: chosenPort,
    seen,
    fail: (next) => {
      fault = next;
    },
    heal: () => {
      fault = null;
    },
    drop: () => {
      server.closeAllConnections();
    },
    close: () => close(server),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      resolve();
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

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > BODY_LIMIT) throw new Error('The request is too long.');
  }
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error('We could not parse the JSON body of your request.');
  }
}

function sendCompletion(
  response: ServerResponse,
  body: unknown,
  fault: OpenAiFaultKind | null,
): void {
  const request = ChatRequest.safeParse(body);
  if (!request.success) {
    sendError(response, 400, 'A completion needs a model and messages with text.');
    return;
  }
  const refused = REFUSED_FIELDS.find((field) => Object.hasOwn(body as object, field));
  if (refused !== undefined) {
    sendError(response, 400, `Unsupported parameter: '${refused}'.`, {
      param: refused,
      code: 'unsupported_parameter',
    });
    return;
  }
  const { model, messages } = request.data;
  const note = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const choice = { index: 0, logprobs: null, ...shapeAnswer(tidyNote(note), fault) };
  sendJson(response, 200, {
    id: 'chatcmpl-sandbox',
    object: 'chat.completion',
    created: 0,
    model,
    choices: fault === 'no-choices' ? [] : [choice],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  });
}
