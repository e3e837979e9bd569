import { z } from 'zod';
import { id, text } from '../../../platform/contract/fields.ts';

const words = {
  title: text({ min: 1, required: 'Enter a title.' }),
  text: text({ min: 1, max: 2_000, required: 'Say what people should know.' }),
  category: text({ max: 60 }).optional(),
};

export const newIncident = z.object(words);

export const incidentChange = z.object({
  ...words,
  state: z.enum(['open', 'solved']),
  version: z.int().optional(),
});

/** A known issue, as everyone reads it. */
export const incident = z.object({
  id,
  title: z.string(),
  text: z.string(),
  category: z.string().nullable(),
  state: z.enum(['open', 'solved']),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** How many people said that they have it. */
  affected: z.int(),
  /** The viewer is one of them. */
  isMine: z.boolean(),
  version: z.int(),
});
export type Incident = z.output<typeof incident>;
