import { z } from 'zod';

/** The shape of a call's input as JSON Schema, as far as the tests look into it. */
export interface Shape {
  type?: string;
  enum?: string[];
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  additionalProperties?: unknown;
}

export function describeShape(shape: z.ZodType): Shape {
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Shape;
}

export function fieldsOf(shape: z.ZodType | undefined): Record<string, Shape> {
  return shape === undefined ? {} : (describeShape(shape).properties ?? {});
}

/** Where a shape would pass on fields of any name. */
export function loosePlaces(shape: Shape, path = ''): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], additionalProperties } = shape;
  const own =
    additionalProperties === undefined || additionalProperties === false ? [] : [path || 'the whole'];
  return [
    ...own,
    ...Object.entries(properties).flatMap(([name, inner]) => loosePlaces(inner, `${path}.${name}`)),
    ...(items === undefined ? [] : loosePlaces(items, `${path}[]`)),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((inner) => loosePlaces(inner, path)),
  ];
}
