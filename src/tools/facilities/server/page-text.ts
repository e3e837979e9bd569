import { parse } from 'yaml';
import { z } from 'zod';
import { calendarDate, text } from '../../../platform/contract/fields.ts';
import { mistakesOf } from '../../../platform/server/settings/mistakes.ts';
import type { Block } from '../contract.ts';
import { readBlocks } from './blocks.ts';
import type { Reading } from './inline.ts';
import { PageMistake } from './page-mistake.ts';
import { findGivenAway, secretLabels } from './secrets.ts';

/** Far more than anyone reads, and little enough for the parser to handle at once, whatever is in it. */
export const largestPage = 50_000;

/** A page as in its file. */
export interface PageText {
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
 * @throws PageMistake that says what is wrong
 */
export function readPageText(bytes: Uint8Array, reading: Reading): PageText {
  const written = decode(bytes);
  const givenAway = findGivenAway(written, reading.secrets);
  if (givenAway !== null) {
    const label = secretLabels[givenAway];
    throw new PageMistake(`It contains the ${label} itself. Write {{secret:${givenAway}}} instead.`);
  }
  const [, front, body] = /^---\n([\s\S]*?)\n---(?:\n([\s\S]*))?$/.exec(written) ?? [];
  if (front === undefined) {
    throw new PageMistake('It must begin with "---", then title, owner, and reviewed, then "---" again.');
  }
  const { title, owner, reviewed } = readFront(front);
  const blocks = readBlocks(body ?? '', reading);
  if (blocks.length === 0) throw new PageMistake('It has no text.');
  return { title, owner, reviewedOn: reviewed, blocks };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    throw new PageMistake('It is not written in UTF-8.');
  }
}

function readFront(front: string): z.output<typeof frontMatter> {
  let values: unknown;
  try {
    values = parse(front) ?? {};
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new PageMistake(`The text between the two "---" lines is not valid YAML: ${reason}`);
  }
  const parsed = frontMatter.safeParse(values);
  if (parsed.success) return parsed.data;
  throw new PageMistake(
    mistakesOf(parsed.error, 'front matter')
      .map(({ where, what }) => `${where}: ${what}`)
      .join(' '),
  );
}
