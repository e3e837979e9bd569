import { z } from 'zod';
import type { SettingMistake } from '../../platform/server/settings/mistakes.ts';
import { profileShape } from './contract/profile.ts';
import { findProfileMistakes } from './contract/profile-checks.ts';

const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Use lowercase letters, digits, and dashes.');

const campus = z.strictObject({
  /** Banks and ledgers, by name; the first one is chosen by default. */
  profiles: z.record(name, profileShape).default({}),
  /** How long the produced file and the lines of a run are kept. */
  keepDays: z.int().min(1).max(3650).default(366),
});
export type PcardCampus = z.output<typeof campus>;

export const pcardSettings = {
  campus,
  environment: z.object({}),
  check(
    { campus: { profiles } }: { campus: PcardCampus; environment: object },
    about: { file: string; mistakes: SettingMistake[] },
  ): void {
    for (const [profileName, profile] of Object.entries(profiles))
      for (const { where, what } of findProfileMistakes(profile))
        about.mistakes.push({ where: `${about.file}, profiles.${profileName}.${where}`, what });
  },
};
