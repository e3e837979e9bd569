import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/**
 * Says in our words what is wrong with a value whenever a shape does not have its own sentence: the schema library's
 * messages ("Invalid input: expected string, received undefined") are written for programmers.
 */
export function sayIssue(issue: Issue): string {
  if (issue.input === undefined || issue.input === null) return 'This is required.';
  switch (issue.code) {
    case 'invalid_type':
      return sayType(issue);
    case 'invalid_value':
      return sayChoice(issue.values ?? []);
    case 'too_small':
    case 'too_big':
      return saySize(issue);
    case 'invalid_format':
      return formats[String(issue.format)] ?? "This isn't in the right format.";
    case 'unrecognized_keys':
      return `Not recognized: ${quoted(issue.keys ?? [])}.`;
    case 'invalid_union':
      return issue.errors?.find((one) => one.length > 0)?.[0]?.message ?? "This value can't be used here.";
    default:
      return "This value can't be used here.";
  }
}

function quoted(names: readonly string[]): string {
  return names
    .map((name) => `"${name}"`)
    .join(', ')
    .slice(0, 200);
}

const formats: Readonly<Record<string, string>> = {
  email: 'Enter an email address, such as name@college.edu.',
  url: 'Enter a web address, such as https://college.edu.',
  uuid: 'Enter a valid id.',
  datetime: 'Enter a date and time.',
  date: 'Enter a date.',
};

function sayType(issue: Extract<Issue, { code: 'invalid_type' }>): string {
  switch (issue.expected) {
    case 'string':
      return 'Enter text.';
    case 'number':
    case 'int':
      return sayNumber(issue);
    case 'boolean':
      return 'Choose true or false.';
    case 'array':
      return 'Enter a list.';
    case 'object':
    case 'record':
      return 'Enter names with their values.';
    default:
      return "This value can't be used here.";
  }
}

function sayChoice(values: readonly unknown[]): string {
  // An empty one stands for none, as in a filter.
  const [first, ...others] = values.map(String).filter((value) => value !== '');
  if (first === undefined) return 'Leave this empty.';
  return others.length === 0 ? `Enter "${first}".` : `Choose one of: ${[first, ...others].join(', ')}.`;
}

function saySize(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const unit = units[issue.origin];
  if (unit === undefined) return sayNumber(issue);
  if (issue.code === 'too_big') return sayLongest(Number(issue.maximum), unit);
  const least = Number(issue.minimum);
  return least === 1 ? 'This is required.' : `Use at least ${grouped(least)} ${unit}.`;
}

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'items', set: 'items' };

/** `Use at most 5,000 characters.` */
export function sayLongest(most: number, unit = 'characters'): string {
  return `Use at most ${grouped(most)} ${unit}.`;
}

/** Both ends of the range, whichever one was missed. */
function sayNumber({ schema }: Issue): string {
  if (!(schema instanceof z.ZodNumber)) return 'Enter a number.';
  const [from, to] = [bound(schema.minValue), bound(schema.maxValue)];
  const noun = schema.isInt ? 'a whole number' : 'a number';
  if (from !== null && to !== null) return `Enter ${noun} from ${from} to ${to}.`;
  if (from !== null) return `Enter ${noun} of at least ${from}.`;
  return to === null ? `Enter ${noun}.` : `Enter ${noun} of at most ${to}.`;
}

/** The limits of what a computer can count exactly are not limits that a person should have to read about. */
function bound(limit: unknown): string | null {
  return typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? grouped(limit) : null;
}

/** Not `toLocaleString`: the first number it formats adds 5 ms to the server's start. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
