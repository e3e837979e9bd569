import { z } from 'zod';
import { shortUrl } from './contract.ts';

/** A host, or everything below one: below a top-level domain would be the whole internet. */
const checkedHost = z
  .string()
  .regex(
    /^(\*\.)?([a-z0-9-]{1,63}\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/,
    'Write a host in lower case, such as www.college.edu, or *.college.edu for all below it.',
  );

export const shortLinksSettings = {
  campus: z.strictObject({
    /** Names that no one may use, in any case. */
    reservedNames: z.array(shortUrl).default([]),
    /** Targets at these hosts are checked each night; without any, none are ever fetched. */
    checkedHosts: z.array(checkedHost).max(200).default([]),
  }),
  environment: z.object({}),
};
