import { z } from 'zod';
import { isObject, type Json, type JsonObject } from './json.ts';

/** Whether a shape is described as it is sent to the server or as the server answers. */
export type Direction = 'request' | 'reply';

/** A shape as JSON Schema 2020-12; shapes with an `id` of their own stand in `named` and are referred to. */
export interface Described {
  readonly schema: JsonObject;
  readonly named: Readonly<Record<string, JsonObject>>;
}

type Writable = Record<string, unknown>;

/** Formats whose word says all that zod's pattern for them says. */
const knownFormats = new Set(['uuid', 'date', 'date-time', 'email', 'uri']);

/** Rules that JSON Schema cannot say (a refinement, a transformation) are left out: the server knows them, too. */
export function describeShape(shape: z.ZodType, direction: Direction): Described {
  const {
    $schema: _dialect,
    $defs,
    ...schema
  } = z.toJSONSchema(shape, {
    io: direction === 'request' ? 'input' : 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      takeFormatOfPipe(zodSchema, jsonSchema);
      tidy(jsonSchema, direction);
    },
  });
  // What zod writes is JSON; its own type merely does not say so.
  return { schema: schema as JsonObject, named: ($defs ?? {}) as Record<string, JsonObject> };
}

/** `z.string().trim().pipe(z.email())` is an email address for who sends it as well. */
function takeFormatOfPipe(shape: z.core.$ZodTypes, schema: Writable): void {
  const { def } = shape._zod;
  if (def.type !== 'pipe' || schema.type !== 'string' || schema.format !== undefined) return;
  const out = def.out._zod.def;
  if (out.type === 'string' && 'format' in out && knownFormats.has(String(out.format)))
    schema.format = out.format;
}

/** Takes away what is true of everything and only makes the documents long. */
function tidy(schema: Writable, direction: Direction): void {
  if (knownFormats.has(String(schema.format))) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minLength === 0) delete schema.minLength;
  delete schema.propertyNames;
  // A client that checks answers must not break on the day when an answer gains a field.
  if (direction === 'reply' && schema.additionalProperties === false) delete schema.additionalProperties;
}

/** One field of an object: its name, what it may hold and whether it has to be there. */
export interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** The fields of an object schema; none for anything else. */
export function fieldsOf(schema: JsonObject): Field[] {
  if (!isObject(schema.properties)) return [];
  const required = new Set(listOf(schema.required));
  return Object.entries(schema.properties).flatMap(([name, field]) =>
    isObject(field) ? [{ name, schema: field, required: required.has(name) }] : [],
  );
}

/** A list in a schema, or nothing. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
