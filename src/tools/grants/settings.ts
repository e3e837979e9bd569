import { z } from 'zod';
import { dollars } from '../../platform/server/settings/dollars.ts';
import { dated } from '../../platform/server/settings/tool-settings.ts';

const days = z.int().min(1).max(365);

/** Dollars: the IRS sets its mileage rates in tenths of a cent, such as 0.655. */
const perMile = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e3), 'Use at most three decimals.');

export const grantsSettings = {
  campus: z.strictObject({
    /** What a day's meals may cost, starting on a day. */
    meals: dated(z.strictObject({ breakfast: dollars, lunch: dollars, dinner: dollars })).default([
      { from: '2000-01-01', value: { breakfast: 8, lunch: 13, dinner: 25 } },
    ]),
    /** What a mile in a personal car is worth, starting on a day. */
    mileage: dated(perMile).default([{ from: '2000-01-01', value: 0.55 }]),
    /** What one person and the fund have in a fiscal year, starting on its first day. Without it, no limits are mentioned. */
    caps: dated(z.strictObject({ person: dollars.optional(), fund: dollars.optional() })).default([]),
    /** How many days after the last day of an activity its final report is due. */
    reportDueDays: days.default(30),
    /** After how many days someone is reminded by email, once; without a number, never. */
    reminders: z
      .strictObject({ votes: days.optional(), returned: days.optional(), reports: days.optional() })
      .default({ votes: 7, returned: 14, reports: 30 }),
    /** The month in which the fiscal year begins. */
    fiscalYearStartsIn: z.int().min(1).max(12).default(7),
    /** How many applications one person may submit within an hour. Each is emailed to the committee. */
    applicationsPerHour: z.int().min(1).default(30),
  }),
  environment: z.object({}),
};

export type GrantsCampus = z.output<typeof grantsSettings.campus>;
