import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request, with its body read. */
export type Request = {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
  /** Set by the fault `refuse-one`: the first element is refused. */
  isFirstRefused?: boolean;
};

/** What is answered: an object becomes JSON, text is HTML. */
export type Reply = { status: number; body: unknown; headers?: Record<string, string> };

/** In bytes: 3.5 MB, as at Xero. */
const BODY_LIMIT = 3_500_000;

/** Addresses that are longer are answered with 404, as at Xero. */
export const LONGEST_ADDRESS = 2_070;

/** Reads the whole request. Throws when it is too long. */
export async function readRequest(message: IncomingMessage): Promise<Request> {
  const url = new URL(message.url ?? '/', 'http://localhost');
  let body = '';
  for await (const chunk of message.setEncoding('utf8')) {
    body += String(chunk);
    if (body.length > BODY_LIMIT) throw new Error('the request is too long');
  }
  const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: message.method ?? 'GET',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body,
  };
}

/** The answer as bytes and their headers. */
export function encode({ status, body, headers = {} }: Reply): {
  status: number;
  text: string;
  headers: Record<string, string>;
} {
  const isHtml = typeof body === 'string';
  const text = body === undefined ? '' : isHtml ? body : JSON.stringify(body);
  const type = isHtml ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  return {
    status,
    text,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': type }),
      'Content-Length': String(Buffer.byteLength(text)),
      'Cache-Control': 'no-store',
      ...headers,
    },
  };
}

/** Sends the whole answer. */
export function send(response: ServerResponse, reply: Reply): void {
  const { status, text, headers } = encode(reply);
  response.writeHead(status, headers);
  response.end(text);
}

export function redirect(location: string): Reply {
  return { status: 302, body: undefined, headers: { Location: location } };
}

/** The error shape of Xero's gateway, for tokens and tenants. */
export function gatewayError(status: number, title: string, detail: string): Reply {
  return {
    status,
    body: {
      Type: null,
      Title: title,
      Status: status,
      Detail: detail,
      Instance: crypto.randomUUID(),
      Extensions: {},
    },
  };
}

/** The error shape of the accounting API. */
export function apiError(
  type: string,
  number: number,
  message: string,
  elements?: object[],
): Reply {
  return {
    status: 400,
    body: {
      ErrorNumber: number,
      Type: type,
      Message: message,
      ...(elements ? { Elements: elements } : {}),
    },
  };
}

/** The frame of every successful answer of the accounting API. */
export function apiAnswer(now: Date, content: object): Reply {
  return {
    status: 200,
    body: {
      Id: crypto.randomUUID(),
      Status: 'OK',
      ProviderName: 'Stand-in',
      DateTimeUTC: msDate(now),
      ...content,
    },
  };
}

/** An instant in the notation of .NET that Xero uses. */
export function msDate(instant: Date): string {
  return `/Date(${instant.getTime()}+0000)/`;
}

/** Reads a JSON object; null for any other text. */
export function readJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text) as unknown;
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** What XML has no sign for. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u;

/**
 * Reads what is to be saved. Xero refuses all of a call whose XML has a control character in one text; of JSON nobody has said
 * so, and the stand-in is as strict.
 */
export function readPosted(text: string): { body: Record<string, unknown> } | { refusal: Reply } {
  const refuse = (number: number, message: string) => ({
    refusal: apiError('PostDataInvalidException', number, message),
  });
  const body = readJsonObject(text);
  if (!body) return refuse(17, 'Invalid Json data');
  let found = '';
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === 'string') found ||= NOT_IN_XML.exec(value)?.[0] ?? '';
    return value;
  });
  if (found === '') return { body };
  const hexadecimal = (found.codePointAt(0) ?? 0).toString(16).padStart(2, '0').toUpperCase();
  return refuse(
    14,
    `Xml for post data was invalid, hexadecimal value 0x${hexadecimal}, is an invalid character.`,
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
