import { z } from 'zod';
import type { Issue } from '../lib/errors.ts';

/** The names of the fields that a schema reads, through whatever is done before and after. */
export function fieldsOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodPipe ? [...fieldsOf(schema.in), ...fieldsOf(schema.out)] : [];
}

/** As many issues as an answer lists. */
export const MOST_ISSUES = 100;

/** An issue for each field of a body that neither the request (`fields`) nor the record's JSON (`known`) has. */
export function unknownFields(body: object, fields: string[], known: string[] = []): Issue[] {
  const has = new Set([...fields, ...known]);
  const names = Object.keys(body).filter((name) => !has.has(name));
  const takes = fields.length === 0 ? 'no fields' : fields.join(', ');
  return names.slice(0, MOST_ISSUES).map((path) => ({
    path,
    message: `There is no field “${path}” here. No changes were made. This takes ${takes}.`,
  }));
}
