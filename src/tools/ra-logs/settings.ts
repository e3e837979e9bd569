import { z } from 'zod';
import { email } from '../../platform/contract/fields.ts';
import { buildingName } from './contract.ts';

/** What the specification offers, for a campus folder that is older than this tool. */
const specified = [
  ...['Anderson', 'Finney', 'Hayman', 'Simplot', 'Vorhees'].map((name) => ({ name, offered: true })),
  ...['Sawtooth-Owyhee', 'Mustard', 'Ketchup'].map((name) => ({ name, offered: false })),
];

const buildings = z
  .array(z.strictObject({ name: buildingName, offered: z.boolean() }))
  .min(1, 'List at least one building.')
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'A building is listed twice.');

export const raLogsSettings = {
  campus: z.strictObject({
    buildings: buildings.default(specified),
    /** Who gets an email when a log needs follow-up. */
    followUpRecipients: z.array(email).default([]),
    /** How many logs that need follow-up one person may file within an hour. */
    followUpsPerHour: z.int().min(1).default(20),
    /** How long the email about a log waits for more logs, to list them all. */
    followUpDigestMinutes: z.int().min(0).max(60).default(2),
  }),
  environment: z.object({}),
};

export type RaLogsCampus = z.output<typeof raLogsSettings.campus>;
