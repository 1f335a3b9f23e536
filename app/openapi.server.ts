import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { API } from './api.server.ts';
import type { Answers, ApiTable, Handlers, Said } from './auth/api-route.server.ts';
import { byName, jsonSchemaOf, withoutNull, type JsonSchema } from './http/json-schema.server.ts';

/**
 * The document of the JSON API, OpenAPI 3.1, made of what the tables of addresses say: of the schemas that read what is
 * sent, and those that what is answered has by its types (docs/decisions/0085-openapi.md).
 */

const ABOUT = `Amounts are decimal strings in pounds, durations whole minutes, instants in UTC. The length of text is counted in UTF-16 units. A field that is not named here is refused. A repetition of a POST with the same Idempotency-Key has its effect once and gets the same answer.`;

const Refused = z.strictObject({ message: z.string() }).meta({ title: 'Refused' });

const Invalid = Refused.extend({
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
}).meta({ title: 'Invalid' });

const Conflict = Refused.extend({
  confirm: z
    .string()
    .optional()
    .describe('It is only a question: the same request with this as `confirm` is made'),
  clientId: z.int().optional().describe('The client that has this name already'),
}).meta({ title: 'Conflict' });

const answers = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema: jsonSchemaOf(schema, 'output') } },
});

/** What any request may be answered; the message says what happened, what was kept and what to do. */
const REFUSALS = {
  400: ['Invalid', answers('Something in it is not valid. No changes were made.', Invalid)],
  409: ['Conflict', answers('It does not fit what is there, or is asked about first.', Conflict)],
  default: ['Refused', answers('It was refused, or failed.', Refused)],
} as const;

const CONFIRM = {
  type: 'string',
  description: 'What a 409 gave as `confirm`, where it is meant',
};

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description:
    'The ETag of what is to be changed: if it is another by now, nothing is, and 412 says so',
  schema: { type: 'string' },
};
const PAGING = [
  {
    name: 'limit',
    in: 'query',
    description: 'A page of so many. Without it, all are given.',
    schema: { type: 'integer', minimum: 1, maximum: 1000 },
  },
  {
    name: 'cursor',
    in: 'query',
    description: 'From the address of the next page, in the Link header',
    schema: { type: 'string' },
  },
];

const HEADERS = { ETag: { description: 'Its version', schema: { type: 'string' } } };
const LINK = { Link: { description: 'The next page, rel="next"', schema: { type: 'string' } } };

/** `createWorkLog` as `Create work log`. */
const inWords = (called: string) =>
  called.charAt(0).toUpperCase() +
  called.slice(1).replace(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`);

function pathParameters(path: string) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: /id$/i.test(name) ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }));
}

function queryParameters({ query, isPaged }: Said) {
  const { properties = {} } = query ? jsonSchemaOf(query, 'input') : {};
  const named = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    // No value in an address is null: what has none is left out.
    schema: withoutNull(schema),
  }));
  return isPaged ? [...named, ...PAGING] : named;
}

function requestBody({ body, takes, known = [] }: Said) {
  if (takes === 'text/csv') {
    return { required: true, content: { 'text/csv': { schema: { type: 'string' } } } };
  }
  if (!body) return undefined;
  const { properties, required, ...json } = jsonSchemaOf(body, 'input');
  const ignored = known.map((name) => [name, { readOnly: true, description: 'Is ignored' }]);
  const schema: JsonSchema = {
    ...json,
    properties: { ...Object.fromEntries(ignored), ...(properties as object), confirm: CONFIRM },
    ...(takes === undefined && { required }),
    additionalProperties: false,
  };
  const content = { 'application/json': { schema } };
  return takes === 'optional' ? { content } : { required: true, content };
}

/** What may be answered; `proposed` to a token that may only propose. */
function responses({ gives, isPaged, isVersioned }: Said, proposed: Answers = {}) {
  const given = Object.entries({ ...proposed, ...gives }).map(([status, own]) => {
    const other = proposed[Number(status)];
    const schema = own && other ? z.union([own, other]) : own;
    if (schema === null) return [status, { description: 'Done' }];
    const headers = isPaged ? LINK : isVersioned && status === '200' ? HEADERS : undefined;
    const known = status === '409' ? z.union([schema, Conflict]) : schema;
    return [status, { ...answers('Done', known), ...(headers && { headers }) }];
  });
  const refused = Object.entries(REFUSALS).map(([status, [name]]) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]);
  return { ...Object.fromEntries(refused), ...Object.fromEntries(given) } as object;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function operation(path: string, method: (typeof METHODS)[number], handlers: Handlers) {
  const { scope = 'read', propose, [method]: handler } = handlers;
  if (!handler) return null;
  const { said } = handler;
  const proposed = method === 'POST' ? propose : undefined;
  const own = method === 'GET' ? 'read' : scope;
  const scopes = new Set([own, ...(proposed ? ['propose'] : []), 'all']);
  const parameters = [
    ...pathParameters(path),
    ...queryParameters(said),
    ...(said.isVersioned && method !== 'GET' ? [IF_MATCH] : []),
    ...(said.isKeyed && method === 'POST' ? [KEY] : []),
  ];
  const body = requestBody(said);
  return {
    operationId: said.called,
    summary: inWords(said.called),
    description: `Needs a token with the scope ${[...scopes].join(' or ')}.`,
    security: [...scopes].map((one) => ({ token: [one] })),
    tags: [path.split('/')[2]],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responses(said, proposed?.said.gives),
  };
}

/** The document of an API. It is made address by address, so that others need not wait for all of it. */
export async function documentOf(table: ApiTable) {
  const schemas: Record<string, JsonSchema> = {};
  const paths: Record<string, JsonSchema> = {};
  for (const [path, handlers] of Object.entries(table)) {
    const operations = METHODS.flatMap((method) => {
      const said = operation(path, method, handlers);
      return said === null ? [] : [[method.toLowerCase(), byName(said, schemas)]];
    });
    paths[path.replace(/:(\w+)/g, '{$1}')] = Object.fromEntries(operations) as JsonSchema;
    await setImmediate();
  }
  const token = { type: 'http', scheme: 'bearer', description: 'A token from Settings: th_…' };
  const refusals = byName(Object.fromEntries(Object.values(REFUSALS)), schemas);
  return {
    openapi: '3.1.0',
    info: { title: 'Tallyhour', version: '1', description: ABOUT },
    servers: [{ url: '/' }],
    paths,
    components: { securitySchemes: { token }, responses: refusals, schemas },
  };
}

let made: Promise<string> | undefined;

/** The document of the JSON API, as text. */
export const openApiText = () => (made ??= documentOf(API).then((whole) => JSON.stringify(whole)));
