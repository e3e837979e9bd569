import { z } from 'zod';
import { shortUrl } from './contract.ts';

export const shortLinksSettings = {
  campus: z.strictObject({
    /** Names that nobody may use, whatever the case. */
    reservedNames: z.array(shortUrl).default([]),
  }),
  environment: z.object({}),
};
