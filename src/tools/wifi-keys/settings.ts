import { z } from 'zod';

const line = z.string().trim().min(1).max(300);

/** `05-31`: each year on this day, or after this many days. */
const life = z.union([
  z.strictObject({
    until: z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Write the month and day as 05-31.'),
  }),
  z.strictObject({ days: z.int().min(1).max(1_825) }),
]);

/** An empty variable is one that was left out. */
const variable = z
  .string()
  .trim()
  .optional()
  .transform((value) => (value === '' ? undefined : value));
const absolutePath = variable.refine(
  (value) => value === undefined || value.startsWith('/'),
  'Write a path that begins with /.',
);

const environment = z
  .object({
    /** What `wpa_psk_file` of hostapd.conf names. Without it, the embedded authority hands its keys to no one. */
    QUAD_WIFI_PSK_FILE: absolutePath,
    /** The control socket of hostapd, such as /run/hostapd/wlan0. */
    QUAD_WIFI_HOSTAPD_SOCKET: absolutePath,
    /** The program that talks to it. */
    QUAD_WIFI_HOSTAPD_CLI: variable.transform((value) => value ?? 'hostapd_cli'),
    /** The file must not be in it. */
    QUAD_DATA: variable,
    /** An API token of ExtremeCloud IQ: it makes and keeps the keys. */
    QUAD_XIQ_TOKEN: variable,
    /** The id of the user group whose rules make the keys. */
    QUAD_XIQ_USER_GROUP: variable.refine(
      (value) => value === undefined || /^[1-9][0-9]{0,18}$/.test(value),
      'Write the id of a user group, which is a number.',
    ),
    QUAD_XIQ_URL: variable
      .transform((value) => value?.replace(/[/]+$/, '') ?? 'https://api.extremecloudiq.com')
      .refine(
        isSafe,
        'Write an address that begins with https://. Otherwise, the token would be sent unencrypted.',
      ),
  })
  .refine(
    ({ QUAD_XIQ_TOKEN: token, QUAD_XIQ_USER_GROUP: group }) =>
      (token === undefined) === (group === undefined),
    {
      path: ['QUAD_XIQ_USER_GROUP'],
      error: 'QUAD_XIQ_TOKEN and QUAD_XIQ_USER_GROUP belong together: set both.',
    },
  )
  .refine(
    ({ QUAD_XIQ_TOKEN: token, QUAD_WIFI_PSK_FILE: file }) => token === undefined || file === undefined,
    {
      path: ['QUAD_WIFI_PSK_FILE'],
      error: "ExtremeCloud IQ's keys are not handed to hostapd. Set only one of the two.",
    },
  );

/** Plain http is for this machine itself. */
function isSafe(address: string): boolean {
  return (
    URL.canParse(address) &&
    /^https:|^http:[/][/](localhost|127[.]0[.]0[.]1)[:/]/.test(`${new URL(address).href}`)
  );
}

export const wifiKeysSettings = {
  campus: z
    .strictObject({
      /** The network name (SSID), at most 32 bytes by the standard (IEEE 802.11). */
      network: z
        .string()
        .min(1)
        .refine((name) => Buffer.byteLength(name) <= 32, 'A network name has at most 32 bytes.')
        .default('Sawtooth-2025'),
      /** What the page says; only some controllers can enforce it. */
      devices: z.int().min(1).max(100).default(7),
      life: life.default({ until: '05-31' }),
      /** How many days before a key expires its owner gets an email. */
      noticeDays: z.int().min(1).max(60).default(7),
      /** How many keys for devices a person may have besides their own; 0 for none. */
      deviceKeys: z.int().min(0).max(10).default(1),
      /** One sponsor's guests: with a key that works, and added in a day. */
      guests: z
        .strictObject({
          atOnce: z.int().min(1).max(100).default(10),
          perDay: z.int().min(1).max(100).default(10),
        })
        .default({ atOnce: 10, perDay: 10 }),
      rules: z.array(line).default([]),
      systems: z.array(z.strictObject({ name: line, steps: z.array(line).min(1) })).default([]),
    })
    .refine(({ life, noticeDays }) => 'until' in life || life.days > noticeDays, {
      path: ['life', 'days'],
      error: 'Choose more days than noticeDays. Otherwise, each new key would be about to expire.',
    }),
  environment,
};

export type WifiCampus = z.output<typeof wifiKeysSettings.campus>;
export type WifiEnvironment = z.output<typeof environment>;
