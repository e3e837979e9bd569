import { z } from 'zod';

/** A call without a body that does something with one click, and what to say when it has worked. */
export const oneClick = z.object({
  label: z.string(),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  path: z.string(),
  done: z.string(),
});
export type OneClick = z.output<typeof oneClick>;
