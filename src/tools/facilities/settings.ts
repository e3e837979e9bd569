import { z } from 'zod';

const secret = z
  .string()
  .trim()
  .max(200)
  .optional()
  .transform((value) => (value === '' ? undefined : value));

export const facilitiesSettings = {
  campus: z.strictObject({}),
  environment: z.object({
    /** The shared account number and submittal password. Without one, the pages show what they say instead. */
    QUAD_FACILITIES_ACCOUNT: secret,
    QUAD_FACILITIES_PASSWORD: secret,
  }),
};
