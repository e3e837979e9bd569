import { z } from 'zod';

/** An amount in a settings file: dollars, at most two decimals. */
export const dollars = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'Use at most two decimals.');
