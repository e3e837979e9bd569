import { z } from 'zod';
import { email, id, text } from '../../platform/contract/fields.ts';

/** The bare shape of the specification. */
export const wifiKey = z.object({ id, password: z.string(), expired_time: z.iso.datetime() });
export type WifiKey = z.output<typeof wifiKey>;

/** A person's key for something that others use, too, such as a TV. */
export const deviceKey = z.object({
  id,
  label: z.string(),
  /** `null` if it can't be shown: the controller no longer has it, or no secret opens it. */
  password: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});
export type DeviceKey = z.output<typeof deviceKey>;
export const newDeviceKey = z.object({ label: text({ min: 1, max: 40, required: 'Enter what it is for.' }) });

export const keyStates = ['active', 'expired', 'revoked'] as const;

/** A key as IT sees it: never the key itself. */
export const keyEntry = z.object({
  id,
  kind: z.enum(['own', 'device', 'guest']),
  /** Whose it is; for a guest, who is responsible for them. */
  person: z.object({ name: z.string(), email: z.string() }),
  /** What a device is called, or the name of a guest. */
  label: z.string(),
  guestEmail: z.string().nullable(),
  state: z.enum(keyStates),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  /** Who revoked it, and why. */
  revokedBy: z.string().nullable(),
  revokedWhy: z.enum(['it', 'left', 'blocked', 'sponsor']).nullable(),
  can: z.object({ replace: z.boolean(), revoke: z.boolean(), allow: z.boolean() }),
});
export type KeyEntry = z.output<typeof keyEntry>;

/** In days. */
export const longestVisit = 14;

/** A guest as their sponsor sees them. */
export const guest = z.object({
  id,
  name: z.string(),
  email: z.string(),
  state: z.enum(keyStates),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  can: z.object({ end: z.boolean() }),
});
export type Guest = z.output<typeof guest>;

export const newGuest = z.object({
  name: text({ min: 1, max: 80, required: "Enter the guest's name." }),
  email,
  /** Until the end of the day this many days from today. */
  days: z
    .int('Enter a number of days.')
    .min(1, 'Enter 1 to 14 days.')
    .max(longestVisit, 'Enter 1 to 14 days.'),
});
