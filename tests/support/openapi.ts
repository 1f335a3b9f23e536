import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiText } from './route-ids.ts';

/** A JSON Schema, or another part of the document. */
export type Part = Record<string, unknown>;

export type Operation = {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Part }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Part }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Part }> }>;
};

type Document = { paths: Record<string, Record<string, Operation>>; components: Part };

/** The document of the JSON API that the build has. */
export const openApi = JSON.parse(await openApiText()) as Document;

// Formats are said by patterns as well.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(openApi, 'api', false, false);

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** What checks values by the schema at a place of the document. Throws where there is none. */
export function checkerAt(...place: string[]): ValidateFunction {
  const check = ajv.getSchema(`api#/${place.map(escaped).join('/')}`);
  if (!check) throw new Error(`The document has nothing at ${place.join(' ')}`);
  return check;
}

const PATHS = Object.keys(openApi.paths).map((path) => ({ path, parts: path.split('/') }));

/** The address of the document that a path is one of; null where it is none of the JSON API. */
function findPath(pathname: string): string | null {
  const parts = pathname.replace(/\/+$/, '').split('/');
  const isAt = (part: string, index: number) =>
    part.startsWith('{') || part === parts[index]?.toLowerCase();
  return (
    PATHS.find((one) => one.parts.length === parts.length && one.parts.every(isAt))?.path ?? null
  );
}

type Answered = { status: number; headers: Headers; text: string };

/** Throws where the document does not say that a request may get this answer. */
export function holdToDocument(method: string, target: string, answer: Answered): void {
  const { status, text } = answer;
  const path = findPath(new URL(target, 'http://localhost').pathname);
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  if (path === null || (!isJson && text !== '') || status === 304 || method === 'HEAD') return;
  const fail = (why: string): never => {
    const said = `${method} ${target} was answered ${status} ${text.slice(0, 2_000)}`;
    throw new Error(`The document of the API does not say this: ${said}\n${why}`);
  };
  const operation = openApi.paths[path]?.[method.toLowerCase()];
  const responses = operation?.responses ?? {};
  const name = String(status) in responses ? String(status) : 'default';
  if (name === 'default' && status < 400) fail('It has no such status.');
  const referred = responses[name]?.$ref?.split('/').slice(1);
  const at = operation
    ? (referred ?? ['paths', path, method.toLowerCase(), 'responses', name])
    : ['components', 'responses', 'Refused'];
  if (text === '') {
    if (responses[name]?.content || status >= 400) fail('It has a body.');
    return;
  }
  const check = checkerAt(...at, 'content', 'application/json', 'schema');
  if (!check(JSON.parse(text))) fail(ajv.errorsText(check.errors));
}
