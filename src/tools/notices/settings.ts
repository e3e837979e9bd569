import { z } from 'zod';

export const noticesSettings = {
  campus: z.strictObject({
    /** How many notices one person may publish within an hour. */
    noticesPerHour: z.int().min(1).default(30),
  }),
  environment: z.object({}),
};
