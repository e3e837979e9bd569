import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Profile } from '../../contract/profile.ts';
import { pcardSettings } from '../../settings.ts';

const written: unknown = parse(readFileSync('campus/tools/pcard.yaml', 'utf8'));

/** A profile as it ships in the campus folder. */
export function shippedProfile(name: string): Profile {
  const profile = pcardSettings.campus.parse(written).profiles[name];
  if (profile === undefined) throw new Error(`There is no profile "${name}".`);
  return profile;
}
