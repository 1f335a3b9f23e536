import { json, type AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import { ProductError } from './errors.ts';

/** 201 with the thing that was made. */
export function created(thing: unknown): Response {
  return json(thing, { status: 201 });
}

/** 204: done, nothing to say. */
export function noContent(): Response {
  return new Response(null, { status: 204 });
}

/** An error as the API answers it; what is not a ProductError is logged, and said only as 500. */
export function apiError(error: unknown, context: AppLoadContext): Response {
  if (!(error instanceof ProductError)) {
    context.logger.error({ error }, 'An API call failed');
    return json({ message: 'Something went wrong on the server. Please try again.' }, 500);
  }
  const { message, issues, status } = error;
  return json(status === 400 ? { message, issues } : { message }, { status });
}

/** The JSON body of a request, checked. Throws 415 for another content type, 400 for a wrong body. */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ProductError(415, 'Send the body as JSON, with Content-Type: application/json.');
  }
  return check(schema, parseObject(await request.arrayBuffer()));
}

function parseObject(body: ArrayBuffer): object {
  const parsed = parseJson(body);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw new ProductError(400, 'The body should be a JSON object.');
}

function parseJson(body: ArrayBuffer): unknown {
  try {
    // What is not UTF-8 is refused: to replace it would change a text that somebody wrote.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    throw new ProductError(400, 'The body is not valid JSON.');
  }
}

/** Checks outside data with a schema. Throws a 400 that lists every issue. */
export function check<Schema extends z.ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  throw new ProductError(400, issues[0]?.message ?? 'The input is not valid.', issues);
}

/** A positive whole number from a part of a path. Throws 404 when it is none. */
export function toId(text: string | undefined, what: string): number {
  if (text && /^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new ProductError(404, `${what} was not found. It may have been removed.`);
}

/** The schema for a change: what the body leaves out stays as it is. */
export function changeOf<Schema extends z.ZodType>(existing: object, schema: Schema) {
  const isObject = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return z.preprocess(
    (value) => (isObject(value) ? { ...existing, ...(value as object) } : value),
    schema,
  );
}
