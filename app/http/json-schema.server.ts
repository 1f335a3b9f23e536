import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { shownFor } from '../lib/shown-as.ts';

/** A JSON Schema of 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

type Properties = Record<string, JsonSchema>;

/**
 * What a schema takes (`input`), or is once it was made (`output`). Whether a field may be left out, or be null, is asked of
 * the field itself: most have a step before them that makes something of nothing.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const json: JsonSchema = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'output') return;
      const shown = shownFor(zodSchema);
      if (shown) {
        for (const keyword of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, keyword);
        Object.assign(jsonSchema, jsonSchemaOf(shown, io));
      } else if (zodSchema instanceof z.ZodObject) {
        Object.assign(jsonSchema, fieldsAsked(zodSchema, jsonSchema));
      }
    },
  });
  Reflect.deleteProperty(json, '$schema');
  return json;
}

function fieldsAsked(schema: z.ZodObject, json: JsonSchema): JsonSchema {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  const fields = Object.entries(shape);
  const takes = (field: z.core.$ZodType, value: unknown) => z.safeParse(field, value).success;
  const shown = json.properties as Properties;
  const properties = fields.map(([name, field]) => {
    const own = shown[name] ?? {};
    return [name, takes(field, null) ? orNull(own) : withoutNull(own)];
  });
  const required = fields.filter(([, field]) => !takes(field, undefined)).map(([name]) => name);
  return {
    properties: Object.fromEntries(properties) as Properties,
    required: required.length > 0 ? required : undefined,
    additionalProperties: false,
  };
}

const isNull = (one: unknown) => one === 'null' || (one as JsonSchema).type === 'null';

/** The same, or null. What may be anything, such as an enumeration, has no type. */
function orNull(json: JsonSchema): JsonSchema {
  const { type, anyOf } = json;
  const kinds = Array.isArray(anyOf) ? anyOf : [type].flat();
  return kinds.some((one) => one === undefined || isNull(one))
    ? json
    : { anyOf: [json, { type: 'null' }] };
}

/** The same, but never null. */
export function withoutNull({ type, anyOf, ...rest }: JsonSchema): JsonSchema {
  if (Array.isArray(anyOf)) {
    const [first, ...others] = anyOf.filter((one) => !isNull(one)) as JsonSchema[];
    return others.length === 0 ? { ...first, ...rest } : { anyOf, ...rest };
  }
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  const [first, ...others] = (type as unknown[]).filter((one) => !isNull(one));
  return { type: others.length === 0 ? first : [first, ...others], ...rest };
}

/** Takes what has a title out of a schema, into `named`, and gives the schema with references in these places. */
export function byName(json: unknown, named: Record<string, JsonSchema>): unknown {
  if (Array.isArray(json)) return json.map((one) => byName(one, named));
  if (typeof json !== 'object' || json === null) return json;
  const parts = Object.entries(json).map(([name, part]) => [name, byName(part, named)] as const);
  const whole = Object.fromEntries(parts);
  if (typeof whole.title !== 'string') return whole;
  const { title, description, ...own } = whole as { title: string; description?: string };
  const { description: usual, ...known } = (named[title] ??= whole);
  // A field that has more rules than others of its kind.
  if (!isDeepStrictEqual({ title, ...own }, known)) return { description, ...own };
  return { $ref: `#/components/schemas/${title}`, ...(description !== usual && { description }) };
}
