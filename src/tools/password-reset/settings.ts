import { z } from 'zod';

const limit = (attempts: number, hours: number) =>
  z
    .strictObject({ attempts: z.int().min(1).max(1_000), hours: z.int().min(1).max(24) })
    .default({ attempts, hours });

export const passwordResetSettings = {
  campus: z.strictObject({
    /** Whoever is in one of these groups never resets their password by the form or at the desk. */
    protectedGroups: z.array(z.string().trim().min(1)).default(['Domain-IT']),
    /** Attempts of one typed name, and of one network. */
    limits: z.strictObject({ perName: limit(5, 24), perNetwork: limit(10, 1) }).prefault({}),
    /** How much work the browser does before it can send the form: rounds of PBKDF2 for each try, and tries. */
    captcha: z
      .strictObject({
        rounds: z.int().min(1).max(100_000),
        tries: z.tuple([z.int().min(1), z.int().min(2).max(100_000)]),
      })
      .default({ rounds: 1_000, tries: [400, 800] }),
    /** Of a new password. */
    minimumLength: z.int().min(8).max(64).default(12),
    /** So long attempts and their payload are kept. */
    keepDays: z.int().min(1).max(3_650).default(90),
  }),
  environment: z.object({}),
};

export type ResetCampus = z.output<typeof passwordResetSettings.campus>;
