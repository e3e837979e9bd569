import { z } from 'zod';

const secret = z
  .string()
  .trim()
  .max(200)
  .optional()
  .transform((value) => (value === '' ? undefined : value));

const webAddress = z.url({ protocol: /^https?$/ });

export const facilitiesSettings = {
  campus: z.strictObject({
    /** Where the other systems of Facilities are. Without an address, the words of a link are plain text. */
    links: z
      .strictObject({ workOrderSystem: webAddress.optional(), keyRequestForm: webAddress.optional() })
      .default({}),
  }),
  environment: z.object({
    /** The shared account number and submittal password. Without one, the pages show what they say instead. */
    QUAD_FACILITIES_ACCOUNT: secret,
    QUAD_FACILITIES_PASSWORD: secret,
  }),
};

/** Addresses by the names that a text uses: `[the work order system](link:workOrderSystem)`. */
export type FacilitiesLinks = z.output<typeof facilitiesSettings.campus>['links'];
export type FacilitiesEnvironment = z.output<typeof facilitiesSettings.environment>;
