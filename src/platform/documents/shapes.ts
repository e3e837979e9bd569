import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { isObject, type Json, type JsonObject } from './json.ts';
import { type Direction, describeShape } from './schema.ts';

/** The shapes that a document names once and refers to. */
export interface Shapes {
  /** Names a shape and returns a reference to it. */
  add(name: string, shape: z.ZodType, direction: Direction): JsonObject;
  /** Describes a shape in place; the shapes inside it that have an `id` are named. */
  inline(shape: z.ZodType, direction: Direction): JsonObject;
  /** All of them, by name. */
  all(): JsonObject;
}

interface Known {
  /** As zod described it, for comparing two shapes with one name. */
  readonly described: JsonObject;
  readonly schema: JsonObject;
}

const place = '#/components/schemas/';

export function createShapes(): Shapes {
  const known = new Map<string, Known>();

  /** A shape that differs between request and response (a default, for example) has a second name. */
  function nameFor(wanted: string, described: JsonObject, direction: Direction): string {
    const second = `${wanted}${direction === 'request' ? 'Request' : 'Reply'}`;
    const name = [wanted, second].find((one) => {
      const earlier = known.get(one);
      return earlier === undefined || isDeepStrictEqual(earlier.described, described);
    });
    if (name === undefined) throw new Error(`Two different shapes are called "${wanted}".`);
    known.set(name, { described, schema: described });
    return name;
  }

  function inline(shape: z.ZodType, direction: Direction): JsonObject {
    const { schema, named } = describeShape(shape, direction);
    const names = new Map(Object.entries(named).map(([id, inner]) => [id, nameFor(id, inner, direction)]));
    for (const [id, described] of Object.entries(named)) {
      known.set(names.get(id) ?? id, { described, schema: referring(described, names) });
    }
    return referring(schema, names);
  }

  return {
    inline,
    add(wanted, shape, direction) {
      const schema = inline(shape, direction);
      return { $ref: `${place}${nameFor(wanted, schema, direction)}` };
    },
    all: () => {
      const sorted = [...known].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
      return Object.fromEntries(sorted.map(([name, { schema }]) => [name, schema]));
    },
  };
}

/** Turns zod's references (`#/$defs/Link`) into references of the document. */
function referring(schema: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const follow = (value: Json): Json => {
    if (!isObject(value)) return Array.isArray(value) ? value.map(follow) : value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, key === '$ref' ? refer(inner) : follow(inner)]),
    );
  };
  const refer = (target: Json): Json => {
    const id = typeof target === 'string' ? target.replace('#/$defs/', '') : '';
    return `${place}${names.get(id) ?? id}`;
  };
  return Object.fromEntries(
    Object.entries(schema).map(([key, inner]) => [key, key === '$ref' ? refer(inner) : follow(inner)]),
  );
}
