import type { z } from 'zod';

const SHOWN = new WeakMap<z.core.$ZodType, z.ZodType>();

/** The same schema, in whose place the document of the API shows another: it checks more than its types say. */
export function shownAs<Schema extends z.ZodType>(schema: Schema, shown: z.ZodType): Schema {
  SHOWN.set(schema, shown);
  return schema;
}

/** What is shown in a schema's place, if anything else. */
export const shownFor = (schema: z.core.$ZodType) => SHOWN.get(schema);
