import path from 'node:path';
import { z } from 'zod';
import { email } from '../../contract/fields.ts';
import { mistakesOf, type SettingMistake, SettingsError } from './mistakes.ts';
import { readYaml } from './yaml-file.ts';

const httpsLink = z.url({ protocol: /^https?$/ });

/** By area and city: an offset has no daylight saving time, and an abbreviation may mean several zones. */
function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !name.includes('/')) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** One with an `@`, a wildcard, or several in one text fits no address: then no one could sign in. */
export const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/,
    'Write what comes after the @, each domain separately, such as [college.edu, alumni.college.edu].',
  );

const campusShape = z.strictObject({
  product: z.string().min(1).max(40).default('Quad'),
  college: z.string().min(1).max(120),
  /** The email domains whose people may sign in, in lower case. */
  domains: z.array(emailDomain).min(1),
  timeZone: z
    .string()
    .refine(isTimeZone, 'This is not a time zone. Name its area and city. Example: America/Boise')
    .default('America/Boise'),
  copyrightYear: z.int().min(2000).max(2100).default(2024),
  supportContact: z.string().max(200).optional(),
  /** Who helps, and when, as the Support page says. */
  supportTeam: z.string().max(80).optional(),
  supportHours: z.string().max(200).optional(),
  links: z
    .strictObject({
      lms: httpsLink.optional(),
      selfService: httpsLink.optional(),
      store: httpsLink.optional(),
    })
    .default({}),
  /** Sign-in providers; each kind checks its own entry. */
  providers: z
    .array(
      z.looseObject({
        name: z
          .string()
          .regex(/^[a-z][a-z0-9-]{0,30}$/, 'Use lower-case letters, digits, and "-", such as college.'),
        kind: z.string(),
        title: z.string(),
      }),
    )
    .default([]),
  administratorContact: email.optional(),
  /** How long audit entries are kept, and how long their sensitive part is. */
  audit: z
    .strictObject({
      keepYears: z.int().min(1).max(100).default(7),
      keepSensitiveYears: z.int().min(1).max(100).default(2),
    })
    .prefault({}),
});

/** What `campus/campus.yaml` says about the college. */
export type Campus = z.output<typeof campusShape>;
export type ProviderEntry = Campus['providers'][number];

/** Reads `campus.yaml` in the campus folder. @throws SettingsError with every mistake. */
export function readCampus(campusFolder: string): Campus {
  const file = path.join(campusFolder, 'campus.yaml');
  const mistakes: SettingMistake[] = [];
  const written = readYaml(file, mistakes);
  if (written === undefined) throw new SettingsError(mistakes);
  const parsed = campusShape.safeParse(written);
  if (!parsed.success) throw new SettingsError(mistakesOf(parsed.error, file, written));
  return parsed.data;
}
