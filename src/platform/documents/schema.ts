import { z } from 'zod';
import { isObject, type Json, type JsonObject } from './json.ts';

/** Whether a shape is described as it is sent to the server or as the server responds. */
export type Direction = 'request' | 'reply';

/** A shape as JSON Schema 2020-12; shapes with their own `id` are in `named` and referred to. */
export interface Described {
  readonly schema: JsonObject;
  readonly named: Readonly<Record<string, JsonObject>>;
}

type Writable = Record<string, unknown>;

/** Formats whose name says everything that zod's pattern for them says. */
const knownFormats = new Set(['uuid', 'date', 'date-time', 'email', 'uri']);

/** Leaves out rules that JSON Schema cannot express (a refinement, a transformation): the server has them. */
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
  // What zod writes is JSON; its own type just does not say so.
  return { schema: schema as JsonObject, named: ($defs ?? {}) as Record<string, JsonObject> };
}

/** `z.string().trim().pipe(z.email())` is an email address for the sender as well. */
function takeFormatOfPipe(shape: z.core.$ZodTypes, schema: Writable): void {
  const { def } = shape._zod;
  if (def.type !== 'pipe' || schema.type !== 'string' || schema.format !== undefined) return;
  const out = def.out._zod.def;
  if (out.type === 'string' && 'format' in out && knownFormats.has(String(out.format)))
    schema.format = out.format;
}

/** Removes what is true of everything and only makes the docs long. */
function tidy(schema: Writable, direction: Direction): void {
  if (knownFormats.has(String(schema.format))) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minLength === 0) delete schema.minLength;
  delete schema.propertyNames;
  // A client that checks responses must not break on the day a response gains a field.
  if (direction === 'reply' && schema.additionalProperties === false) delete schema.additionalProperties;
}

/** One field of an object: its name, what it may hold, and whether it is required. */
export interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** @returns the fields of an object schema, or none for anything else */
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
