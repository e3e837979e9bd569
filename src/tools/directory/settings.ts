import { z } from 'zod';

export const directorySettings = {
  campus: z.strictObject({
    /** A CSV file that another program leaves, read each hour when it has changed. */
    file: z
      .string()
      .trim()
      .regex(/^\//, 'Use an absolute path, such as /var/lib/quad-import/people.csv.')
      .optional(),
  }),
  environment: z.object({}),
};
