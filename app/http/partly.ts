import { z } from 'zod';
import { shownAs } from '../lib/shown-as.ts';

/** The schema of a change: checks and gives only the fields that the body names. */
export function partly<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const unchecked = Object.keys(schema.shape).map(
    (name) => [name, z.unknown().optional()] as const,
  );
  const parts = z.looseObject(Object.fromEntries(unchecked));
  return shownAs(parts, schema.partial()).transform(
    (body, context): Partial<z.output<typeof schema>> => {
      const named = Object.keys(schema.shape).filter((name) => Object.hasOwn(body, name));
      const mask = Object.fromEntries(named.map((name) => [name, true]));
      const parsed = schema.pick(mask as Parameters<typeof schema.pick>[0]).safeParse(body);
      if (parsed.success) return parsed.data;
      for (const { path, message } of parsed.error.issues) {
        context.addIssue({ code: 'custom', path, message });
      }
      return z.NEVER;
    },
  );
}
