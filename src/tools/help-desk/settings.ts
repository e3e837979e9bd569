import { z } from 'zod';
import { isCutByPassword } from '../../platform/server/settings/environment.ts';
import type { SettingMistake } from '../../platform/server/settings/mistakes.ts';

const words = (most: number) => z.string().trim().min(1).max(most);

const question = z.strictObject({
  /** Identifies the question within its category: `room`. */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'Use lower-case letters, digits, and hyphens.'),
  label: words(100),
  /** What to choose from; without it, any text. */
  options: z.array(words(100)).min(2).max(30).default([]),
  required: z.boolean().default(false),
});

const category = z.strictObject({
  name: words(60),
  /** What belongs here. */
  hint: z.string().max(200).default(''),
  questions: z
    .array(question)
    .max(6)
    .default([])
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'A question is listed twice.'),
});

/** Never repeated in a message: it contains a password. */
const imapUrl = z
  .string()
  .refine((written) => {
    if (!URL.canParse(written)) return false;
    const url = new URL(written);
    if (isCutByPassword(url)) return false;
    const isPlainAbroad = url.protocol === 'imap:' && url.search !== '' && url.search !== '?tls=off';
    return /^imaps?:$/.test(url.protocol) && url.hostname !== '' && url.username !== '' && !isPlainAbroad;
  }, 'Write imaps://user:password@imap.college.edu:993, with special characters as %-codes.')
  .optional();

/** Plain http is for this machine itself. */
function isSafe(address: string): boolean {
  return /^https:|^http:\/\/(localhost|127\.0\.0\.1)([:/]|$)/.test(address);
}

function zammadNeedsToken(
  {
    campus: { handOver },
    environment,
  }: {
    campus: { handOver?: { kind: string } | undefined };
    environment: { QUAD_ZAMMAD_TOKEN?: string | undefined };
  },
  { mistakes }: { mistakes: SettingMistake[] },
): void {
  if (handOver?.kind !== 'zammad' || environment.QUAD_ZAMMAD_TOKEN !== undefined) return;
  const what = 'Zammad needs the access token of an agent, since help-desk.yaml names it.';
  mistakes.push({ where: 'QUAD_ZAMMAD_TOKEN', what });
}

export const helpDeskSettings = {
  campus: z.strictObject({
    categories: z
      .array(category)
      .max(20)
      .default([])
      .refine(
        (all) => new Set(all.map(({ name }) => name)).size === all.length,
        'A category is listed twice.',
      ),
    /** What the desk writes again and again. */
    savedReplies: z
      .array(z.strictObject({ title: words(60), text: z.string().trim().min(1).max(5_000) }))
      .max(50)
      .default([]),
    /** Another help desk that works on the tickets. Without it, IT works on them here. */
    handOver: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('email'), to: z.email('Write an email address.') }),
        z.strictObject({
          kind: z.literal('zammad'),
          url: z
            .url()
            .transform((written) => written.replace(/\/+$/, ''))
            .refine(
              isSafe,
              'Write an address that begins with https://. Otherwise, the token would be sent unencrypted.',
            ),
          group: words(100),
        }),
      ])
      .optional(),
    /** How many years a solved ticket is kept, with everything in it. */
    keepYears: z.int().min(1).max(50).default(3),
    /** How many tickets one person may submit within an hour. */
    ticketsPerHour: z.int().min(1).default(20),
    /** How many messages one person may write within an hour, in new tickets and replies, before replies are refused. */
    messagesPerHour: z.int().min(1).default(30),
  }),
  environment: z
    .object({
      /** The mailbox that replies come to: `imaps://user:password@imap.college.edu:993`. Without it, replies are not read. */
      QUAD_IMAP_URL: imapUrl,
      /** The access token of an agent in Zammad, with the permission ticket.agent. */
      QUAD_ZAMMAD_TOKEN: z.string().trim().min(1).optional(),
      /** The address of that mailbox. */
      QUAD_IMAP_ADDRESS: z.email('Write an email address, such as help@college.edu.').optional(),
    })
    .refine(
      (all) => (all.QUAD_IMAP_URL === undefined) === (all.QUAD_IMAP_ADDRESS === undefined),
      'Set QUAD_IMAP_URL and QUAD_IMAP_ADDRESS together.',
    ),
  check: zammadNeedsToken,
};

export type HelpDeskCampus = z.output<typeof helpDeskSettings.campus>;
