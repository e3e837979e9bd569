import { z } from 'zod';
import { shortUrl } from './contract.ts';

export const shortLinksSettings = {
  campus: z.strictObject({
    /** Names that no one may use, in any case. */
    reservedNames: z.array(shortUrl).default([]),
  }),
  environment: z.object({}),
};
