import { json, type AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import { DoubtfulError } from '../lib/doubts.ts';
import { ProductError } from '../lib/errors.ts';
import { troubleOf } from '../platform/trouble.server.ts';
import { fieldsOf, MOST_ISSUES, unknownFields } from './known-fields.ts';

/** The answer to a change: a status, and data unless the body is empty. */
export type Answer = { status: number; data?: unknown; headers?: Record<string, string> };

/** 200 with the record as it is now. */
export const ok = <Data>(data: Data) => ({ status: 200 as const, data });

/** 201 with the record that was created. */
export const created = <Data>(data: Data) => ({ status: 201 as const, data });

/** 204: done, with an empty body. */
export const noContent = () => ({ status: 204 as const });

/** An error as the API's answer. Anything but a ProductError is logged and becomes a plain 500. */
export function apiError(error: unknown, context: AppLoadContext): Response {
  if (!(error instanceof ProductError)) {
    context.logger.error({ error }, 'An API call failed');
    const trouble = troubleOf(error);
    if (trouble !== null) return json({ message: trouble }, 503);
    return json({ message: 'Something went wrong on the server. Please try again.' }, 500);
  }
  const { message, issues, status } = error;
  if (error instanceof DoubtfulError) {
    const { confirm, existing } = error;
    return json({ message, confirm, ...(existing && { clientId: existing.id }) }, { status });
  }
  return json(status === 400 ? { message, issues } : { message }, { status });
}

const NOT_JSON = 'The body is not valid JSON.';

/** The text of a JSON body. Throws 415 for another content type, 400 for invalid UTF-8. */
export async function readBody(request: Request): Promise<string> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ProductError(415, 'Send the body as JSON, with Content-Type: application/json.');
  }
  const bytes = await request.arrayBuffer();
  try {
    // Without `fatal`, invalid bytes would be replaced, and somebody's text would be changed.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProductError(400, NOT_JSON);
  }
}

/**
 * Checks a body with a schema. Throws a 400 that lists every issue, such as a field that neither the schema nor the
 * record's own JSON (`known`) has: who sends it would believe it was saved.
 */
export function checkBody<Schema extends z.ZodType>(
  schema: Schema,
  body: object,
  known: string[] = [],
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  const unknown = unknownFields(body, fieldsOf(schema), known);
  if (parsed.success && unknown.length === 0) return parsed.data;
  const wrong = (parsed.error?.issues ?? []).slice(0, MOST_ISSUES);
  const issues = [
    ...unknown,
    ...wrong.map(({ path, message }) => ({ path: path.join('.'), message })),
  ];
  throw new ProductError(400, issues[0]?.message ?? 'The input is not valid.', issues);
}

/** The object that a JSON body holds. Throws 400. */
export function parseObject(text: string): object {
  const parsed = parseJson(text);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw new ProductError(400, 'The body should be a JSON object.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ProductError(400, NOT_JSON);
  }
}

/** Reads an id from a part of a path. Throws 404 when it is not a positive whole number. */
export function toId(text: string | undefined, what: string): number {
  if (text && /^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new ProductError(404, `${what} was not found. It may have been removed.`);
}

/** The schema for a change: a field that the body leaves out keeps its value in `existing`. */
export function schemaOfChange<Schema extends z.ZodType>(existing: object, schema: Schema) {
  const isObject = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return z.preprocess(
    (value) => (isObject(value) ? { ...existing, ...(value as object) } : value),
    schema,
  );
}
