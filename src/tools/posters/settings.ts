import { z } from 'zod';
import { dollars } from '../../platform/server/settings/dollars.ts';
import { dated } from '../../platform/server/settings/tool-settings.ts';

const name = z.string().trim().min(1).max(60);

/** Something to choose, and what a square foot of it costs starting on a day. */
const priced = z.strictObject({ name, squareFoot: dated(dollars) });

const choices = z
  .array(priced)
  .min(1)
  .max(20)
  .refine((all) => new Set(all.map((one) => one.name)).size === all.length, 'A name is listed twice.');

const free = (title: string) => [{ name: title, squareFoot: [{ from: '2000-01-01', value: 0 }] }];

export const postersSettings = {
  campus: z.strictObject({
    /** Where new requests go; without it, the mail room works only with the queue. */
    email: z.email('Write an email address.').optional(),
    papers: choices.default(free('Bond paper')),
    /** What is done to a poster after it is printed. Costs are added to those of the paper. */
    finishes: choices.default(free('No finish')),
    /** How many working days the mail room needs. */
    leadDays: z.int().min(0).max(60).default(3),
    /** Days on which no one works, besides Saturdays and Sundays. */
    holidays: z.array(z.iso.date('Write days such as 2026-11-26.')).max(1_000).default([]),
    /** How many days after a request has ended its file is removed. */
    keepFileDays: z.int().min(1).max(3_650).default(90),
    /** How many requests one person may send within an hour. */
    requestsPerHour: z.int().min(1).default(20),
  }),
  environment: z.object({}),
};

export type PostersCampus = z.output<typeof postersSettings.campus>;
