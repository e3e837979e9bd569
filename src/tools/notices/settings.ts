import { z } from 'zod';

export const noticesSettings = {
  campus: z.strictObject({
    /** How many notices one person may publish within an hour. */
    noticesPerHour: z.int().min(1).default(30),
    /** How many emergencies: each is an email to everyone it is for. */
    emergenciesPerHour: z.int().min(1).default(5),
  }),
  environment: z.object({}),
};
