import { parse } from 'yaml';
import { z } from 'zod';
import { calendarDate, text } from '../../contract/fields.ts';
import type { Block } from '../../contract/texts.ts';
import { mistakesOf } from '../settings/mistakes.ts';
import { readBlocks } from './blocks.ts';
import type { Reading } from './inline.ts';
import { TextMistake } from './text-mistake.ts';

/** Far more than anyone reads, and small enough for the parser to handle at once, whatever is in it. */
export const largestText = 50_000;

/** A text as in its file. */
export interface WrittenText {
  title: string;
  owner: string;
  /** A day on the calendar. */
  reviewedOn: string;
  blocks: Block[];
}

const frontMatter = z.strictObject({
  title: text({ min: 1 }),
  owner: text({ min: 1 }),
  reviewed: calendarDate,
});

/**
 * Reads a Markdown file that starts with YAML between two lines of `---`: title, owner, and the day of the
 * last review.
 * @throws TextMistake that says what is wrong
 */
export function readText(bytes: Uint8Array, reading: Reading): WrittenText {
  const written = decode(bytes);
  refuseGivenAway(written, reading);
  const [, front, body] = /^---\n([\s\S]*?)\n---(?:\n([\s\S]*))?$/.exec(written) ?? [];
  if (front === undefined) {
    throw new TextMistake('It must begin with "---", then title, owner, and reviewed, then "---" again.');
  }
  const { title, owner, reviewed } = readFront(front);
  const blocks = readBlocks(body ?? '', reading);
  if (blocks.length === 0) throw new TextMistake('It has no text.');
  return { title, owner, reviewedOn: reviewed, blocks };
}

/** Shorter ones may be in an ordinary text by chance. */
const shortestRevealing = 4;

function refuseGivenAway(written: string, { secrets = {} }: Reading): void {
  for (const [name, { label, value = '' }] of Object.entries(secrets)) {
    if (value.length >= shortestRevealing && written.includes(value))
      throw new TextMistake(`It contains the ${label} itself. Write {{secret:${name}}} instead.`);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    throw new TextMistake('It is not written in UTF-8.');
  }
}

function readFront(front: string): z.output<typeof frontMatter> {
  let values: unknown;
  try {
    values = parse(front) ?? {};
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new TextMistake(`The text between the two "---" lines is not valid YAML: ${reason}`);
  }
  const parsed = frontMatter.safeParse(values);
  if (parsed.success) return parsed.data;
  throw new TextMistake(
    mistakesOf(parsed.error, 'front matter')
      .map(({ where, what }) => `${where}: ${what}`)
      .join(' '),
  );
}
