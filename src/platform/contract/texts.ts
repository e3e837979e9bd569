import { z } from 'zod';
import { calendarDate } from './fields.ts';

/** Words and how they are set. */
const words = z.object({
  kind: z.literal('text'),
  text: z.string(),
  marks: z.array(z.enum(['strong', 'emphasis', 'code'])),
});

export const inline = z
  .discriminatedUnion('kind', [
    words,
    z.object({ kind: z.literal('break') }),
    z.object({
      kind: z.literal('link'),
      /** http, https, mailto, or an address within the portal that begins with `/` or `#`. */
      href: z.string(),
      content: z.array(words),
    }),
    /** Hidden until a button is pressed; its words come with the text, not with the bundle. */
    z.object({ kind: z.literal('secret'), secret: z.string(), label: z.string() }),
  ])
  .meta({ id: 'TextInline', description: 'part of a line; `kind` is text, break, link, or secret' });
export type Words = z.output<typeof words>;
export type Inline = z.output<typeof inline>;

const content = z.array(inline);

const plainBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.int().min(2).max(4), id: z.string(), content }),
  z.object({ kind: z.literal('paragraph'), content }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('rule') }),
  z.object({
    kind: z.literal('table'),
    alignments: z.array(z.enum(['start', 'center', 'end'])),
    header: z.array(content),
    rows: z.array(z.array(content)),
  }),
]);

export type Block =
  | z.output<typeof plainBlock>
  | { kind: 'list'; ordered: boolean; start: number; tight: boolean; items: Block[][] }
  | { kind: 'quote'; content: Block[] };

/** A document as plain data: no HTML in it, so nothing to escape and nothing to trust. */
const block: z.ZodType<Block> = z
  .lazy(() =>
    z.union([
      plainBlock,
      z.object({
        kind: z.literal('list'),
        ordered: z.boolean(),
        start: z.int(),
        /** Its items are lines rather than paragraphs. */
        tight: z.boolean(),
        items: z.array(z.array(block)),
      }),
      z.object({ kind: z.literal('quote'), content: z.array(block) }),
    ]),
  )
  .meta({ id: 'TextBlock', description: '`kind` is heading, paragraph, list, quote, table, code, or rule' });

/** A text that the college edits, with who keeps it and how fresh it is. */
export const campusText = z.object({
  title: z.string(),
  owner: z.string(),
  reviewedOn: calendarDate,
  /** The last review is older than a year. */
  reviewIsDue: z.boolean(),
  blocks: z.array(block),
});
export type CampusText = z.output<typeof campusText>;
