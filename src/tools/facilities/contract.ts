import { z } from 'zod';
import { defineCall, jsonReply } from '../../platform/contract/call.ts';
import { calendarDate } from '../../platform/contract/fields.ts';

/** The pages, named as their address and as their file. */
export const pageName = z.enum(['building-access-policy', 'key-request-process', 'work-order-system']);
export type PageName = z.output<typeof pageName>;

/** What the pages may mention and only a button shows. The text about it comes with the page, not with the bundle. */
export const secretName = z.enum(['account', 'password']);
export type SecretName = z.output<typeof secretName>;

/** A text and how it is set. */
const words = z.object({
  kind: z.literal('text'),
  text: z.string(),
  marks: z.array(z.enum(['strong', 'emphasis', 'code'])),
});

const inline = z
  .discriminatedUnion('kind', [
    words,
    z.object({ kind: z.literal('break') }),
    z.object({
      kind: z.literal('link'),
      /** http, https, mailto, or an address within the portal that begins with `/` or `#`. */
      href: z.string(),
      content: z.array(words),
    }),
    z.object({ kind: z.literal('secret'), secret: secretName, label: z.string() }),
  ])
  .meta({
    id: 'FacilitiesInline',
    description: 'part of a line; `kind` is text, break, link, or secret',
  });
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
  .meta({
    id: 'FacilitiesBlock',
    description: '`kind` is heading, paragraph, list, quote, table, code, or rule',
  });

const page = z.object({
  title: z.string(),
  owner: z.string(),
  reviewedOn: calendarDate,
  /** The last review is older than a year. */
  reviewIsDue: z.boolean(),
  blocks: z.array(block),
});
export type Page = z.output<typeof page>;

const access = 'signed-in';

export const readFacilitiesPage = defineCall({
  name: 'readFacilitiesPage',
  summary: 'The text of a Facilities page, as blocks without HTML',
  method: 'GET',
  path: '/api/departments/facilities/pages/:page',
  access,
  params: z.object({ page: pageName }),
  reply: jsonReply(z.object({ data: page })),
  refusals: {
    withdrawn: {
      kind: 'not-found',
      detail: "This page isn't published right now. Please ask Facilities.",
    },
  },
});

export const revealFacilitiesSecret = defineCall({
  name: 'revealFacilitiesSecret',
  summary: 'Show one of the secrets that the Facilities pages mention',
  method: 'POST',
  path: '/api/departments/facilities/secrets/:secret/reveal',
  access,
  params: z.object({ secret: secretName }),
  reply: jsonReply(z.object({ data: z.object({ value: z.string() }) })),
  answersSecret: true,
  discloses: 'facilities-secret.reveal',
  refusals: {
    'not-configured': {
      kind: 'not-found',
      detail: "This isn't set up in the portal. Please ask Facilities.",
    },
    'too-often': {
      kind: 'too-many',
      detail: "You've viewed this too many times. Wait a few minutes.",
    },
  },
});

/** Every call of this tool, for the documents and the access matrix. */
export const facilitiesCalls = { readFacilitiesPage, revealFacilitiesSecret };
