import fc from 'fast-check';
import { z } from 'zod';

type Described = z.core.JSONSchema.JSONSchema;

/** Values that a shape accepts, as far as its description says; rules it leaves out may still refuse them. */
export function validValue(shape: z.ZodType, known: Readonly<Record<string, readonly string[]>> = {}) {
  return ofSchema(describedBy(shape), '', known);
}

/** Each shape is asked for with every request. */
const described = new WeakMap<z.ZodType, Described>();

/** An input shape as JSON Schema. */
export function describedBy(shape: z.ZodType): Described {
  const known = described.get(shape) ?? z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  described.set(shape, known);
  return known;
}

type Known = Readonly<Record<string, readonly string[]>>;

function ofSchema(schema: Described, name: string, known: Known): fc.Arbitrary<unknown> {
  const { type, enum: choices, const: only, anyOf, properties, required = [] } = schema;
  const here = known[name];
  if (here !== undefined && here.length > 0) return fc.constantFrom(...here);
  if (only !== undefined) return fc.constant(only);
  if (choices !== undefined) return fc.constantFrom(...choices);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => ofSchema(asSchema(one), name, known)));
  switch (type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(properties ?? {}).map(([key, one]) => [key, ofSchema(asSchema(one), key, known)]),
        ),
        { requiredKeys: required },
      );
    case 'array':
      return fc.array(ofSchema(asSchema(schema.items), name, known), {
        minLength: schema.minItems ?? 0,
        maxLength: 3,
      });
    case 'string':
      return ofText(schema);
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -1e6),
        max: Math.min(schema.maximum ?? 50, 1e6),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(fc.string({ maxLength: 20 }), fc.integer({ min: 1, max: 50 }));
  }
}

function ofText({ format, minLength = 0, maxLength = 40, pattern }: Described): fc.Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return fc.uuid({ version: 7 });
    case 'email':
      return fc.constantFrom('it@sawtooth.example', 'staff@sawtooth.example', 'nobody@sawtooth.example');
    case 'date-time':
      return fc.constantFrom('2026-11-21T08:00:00Z', '2027-01-01T00:00:00.000Z');
    case 'date':
      return fc.constantFrom('2026-11-21', '2026-03-08');
    case 'uri':
      return fc.webUrl();
  }
  if (pattern !== undefined && !pattern.includes('\\p')) return fc.stringMatching(new RegExp(pattern));
  return fc.string({
    unit: 'grapheme',
    minLength: Math.max(minLength, 1),
    maxLength: Math.min(maxLength, 40),
  });
}

function asSchema(schema: unknown): Described {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? (schema as Described) : {};
}
