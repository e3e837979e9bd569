import { z } from 'zod';
import { networkSetting } from '../../platform/server/settings/network-setting.ts';
import { contentTypes } from './contract/shapes.ts';

const months = z.int().min(1).max(1_200);

export const filesSettings = {
  campus: z.strictObject({
    /** The largest file, in megabytes. A proxy has to allow it, too. */
    largestFileMegabytes: z.int().min(1).max(4_096).default(100),
    /** What counts as "on campus" in sentences. */
    campusNetworks: z.array(networkSetting).default([]),
    /** What to call the people of a group in a sentence; without it, the name of the group. */
    groupWords: z.record(z.string(), z.string().min(1).max(60)).default({
      'Domain-Faculty': 'faculty',
      'Domain-Staff': 'staff',
      'Domain-Student': 'students',
      'Domain-IT': 'IT',
    }),
    /** How many months files of a content type are kept; those that are not named are kept forever. */
    lifeMonths: z.partialRecord(z.enum(contentTypes), months).default({}),
  }),
  environment: z.object({}),
};

export type FilesCampus = z.output<typeof filesSettings.campus>;
