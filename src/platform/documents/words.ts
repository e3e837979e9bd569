import { isObject, type Json, type JsonObject } from './json.ts';
import { fieldsOf, listOf } from './schema.ts';

/** Where a reader finds a named shape. */
export type LinkTo = (id: string) => string;

const formats: Record<string, string> = {
  uuid: 'UUID',
  date: 'day (`YYYY-MM-DD`)',
  'date-time': 'instant (ISO 8601, UTC)',
  email: 'email address',
  uri: 'web address',
};

/** Says in a few words what a value may be: "text, 1 to 64 characters". */
export function inWords(schema: JsonObject, linkTo: LinkTo): string {
  const said = [
    whatItIs(schema, linkTo),
    ...patternsOf(schema).map((pattern) => `matching \`${pattern}\``),
    ...(schema.default === undefined ? [] : [`default \`${JSON.stringify(schema.default)}\``]),
    ...(typeof schema.description === 'string' ? [schema.description] : []),
  ];
  return said.join('; ');
}

function whatItIs(schema: JsonObject, linkTo: LinkTo): string {
  if (typeof schema.$ref === 'string') return linkTo(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
  if (schema.const !== undefined) return code(schema.const);
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map(code).join(', ')}`;
  const choices = choicesOf(schema);
  if (choices.length > 0) {
    const said = choices.map((choice) => inWords(choice, linkTo));
    return said.join(said.some((one) => one.includes(', ')) ? ', or ' : ' or ');
  }
  switch (schema.type) {
    case 'string':
      return join(
        formats[String(schema.format)] ?? 'text',
        range(schema.minLength, schema.maxLength, 'character'),
      );
    case 'integer':
      return join('whole number', range(next(schema.exclusiveMinimum) ?? schema.minimum, schema.maximum));
    case 'number':
      return join('number', above(schema.exclusiveMinimum) || range(schema.minimum, schema.maximum));
    case 'boolean':
      return '`true` or `false`';
    case 'null':
      return '`null`';
    case 'array':
      return join(
        isObject(schema.items) && fieldsOf(schema.items).length === 0
          ? `list of ${inWords(schema.items, linkTo)}`
          : 'list',
        range(schema.minItems, schema.maxItems, 'entry'),
      );
    case 'object':
      return isObject(schema.additionalProperties) && fieldsOf(schema).length === 0 ? 'free names' : 'object';
    default:
      return 'anything';
  }
}

/** A schema may also list its types: `["string", "null"]`. */
function choicesOf(schema: JsonObject): JsonObject[] {
  // What is said of the schema as a whole is not said again of each type.
  const { type, description: _description, pattern: _pattern, ...rest } = schema;
  if (Array.isArray(type))
    return type.map((one) => (one === 'null' ? { type: one } : { ...rest, type: one }));
  return listOf(schema.anyOf ?? schema.oneOf).filter(isObject);
}

/**
 * The object in a schema whose fields need their own rows: itself, a list's rows, or one that may be `null`.
 */
export function innerObject(schema: JsonObject): { mark: string; schema: JsonObject } | null {
  if (fieldsOf(schema).length > 0) return { mark: '', schema };
  if (isObject(schema.items)) {
    const inner = innerObject(schema.items);
    return inner === null ? null : { mark: `[]${inner.mark}`, schema: inner.schema };
  }
  const choices = listOf(schema.anyOf)
    .filter(isObject)
    .filter((choice) => choice.type !== 'null');
  return choices.length === 1 && choices[0] !== undefined ? innerObject(choices[0]) : null;
}

function patternsOf(schema: JsonObject): Json[] {
  const all = [schema, ...listOf(schema.allOf).filter(isObject)];
  return all.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));
}

const next = (value: Json | undefined) => (typeof value === 'number' ? value + 1 : undefined);
const above = (value: Json | undefined) => (typeof value === 'number' ? `above ${grouped(value)}` : '');

function range(from: Json | undefined, to: Json | undefined, unit = ''): string {
  const counted = (count: number) => (unit === '' ? '' : ` ${plural(unit, count)}`);
  const [low, high] = [asNumber(from), asNumber(to)];
  if (low !== null && high !== null) {
    const limits = low === high ? grouped(low) : `${grouped(low)} to ${grouped(high)}`;
    return `${limits}${counted(high)}`;
  }
  if (low !== null) return `at least ${grouped(low)}${counted(low)}`;
  return high === null ? '' : `at most ${grouped(high)}${counted(high)}`;
}

function plural(unit: string, count: number): string {
  if (count === 1) return unit;
  return unit === 'entry' ? 'entries' : `${unit}s`;
}

const asNumber = (value: Json | undefined) => (typeof value === 'number' ? value : null);
const grouped = (value: number) => value.toLocaleString('en-US');
const code = (value: Json) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const join = (what: string, limits: string) => (limits === '' ? what : `${what}, ${limits}`);

/** A size in the unit a person would use. */
export function sizeInWords(bytes: number): string {
  if (bytes % (1024 * 1024) === 0) return `${grouped(bytes / (1024 * 1024))} MiB`;
  return bytes % 1024 === 0 ? `${grouped(bytes / 1024)} KiB` : `${grouped(bytes)} bytes`;
}
