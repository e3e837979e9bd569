import { z } from 'zod';

/** A fiscal year, named after the year in which it ends. */
export const fiscalYear = z
  .string()
  .max(4)
  .regex(/^20\d\d$/, 'Use a year such as 2027.')
  .transform(Number);

const figure = z.object({ name: z.string(), applications: z.int(), amount: z.number() });
export type GrantFigure = z.output<typeof figure>;

export const grantFigures = z.object({
  year: z.int(),
  /** Those with applications, and the current one, newest first. */
  years: z.array(z.int()),
  states: z.array(figure),
  /** According to the accepted final reports. */
  spent: figure,
  /** Of what was approved: the amounts that were spent, if the final report was accepted. */
  departments: z.array(figure),
  purposes: z.array(figure),
});
export type GrantFigures = z.output<typeof grantFigures>;
