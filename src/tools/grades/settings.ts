import { z } from 'zod';
import { text } from '../../platform/contract/fields.ts';

export const gradesSettings = {
  campus: z.strictObject({
    /** The terms of a year, in their order. */
    terms: z
      .array(text({ min: 1, max: 40 }))
      .min(1)
      .default(['Winter', 'Spring', 'Summer', 'Fall']),
    /** A grade file is deleted this many years after its last upload. */
    keepYears: z.int().min(1).max(50).default(5),
  }),
  environment: z.object({}),
};

export type GradesCampus = z.output<typeof gradesSettings.campus>;
