import { describeAudience } from '../contract/audience.ts';
import type { FileOptions, PublishedFile } from '../contract/shapes.ts';

/** Who may have a file and from where, as a form holds it. Server errors appear under the names of the lists. */
export interface AudienceValues extends Record<string, unknown> {
  who: 'everyone' | 'groups';
  adGroups: string[];
  from: 'anywhere' | 'addresses';
  ipAddresses: string[];
}

/** A new file is for no one in particular until someone chooses: the first entry is empty, and required. */
export const emptyAudience: AudienceValues = {
  who: 'groups',
  adGroups: [''],
  from: 'anywhere',
  ipAddresses: [''],
};

export function audienceOf({ authConfig: { adGroups, ipAddresses } }: PublishedFile): AudienceValues {
  return {
    who: adGroups.length === 0 ? 'everyone' : 'groups',
    adGroups: adGroups.length === 0 ? [''] : adGroups,
    from: ipAddresses.length === 0 ? 'anywhere' : 'addresses',
    ipAddresses: ipAddresses.length === 0 ? [''] : ipAddresses,
  };
}

/** As it is sent: an empty text means no restriction, so a list without entries is sent as a comma, which is refused. */
export function joined(isRestricted: boolean, entries: readonly string[]): string {
  if (!isRestricted) return '';
  return entries.map((entry) => entry.trim()).join(',') || ',';
}

/** The sentence below the choice, or what is still missing for it. */
export function tellAudience(values: AudienceValues, options: FileOptions | undefined): string {
  const groups = values.who === 'everyone' ? [] : filled(values.adGroups);
  const networks = values.from === 'anywhere' ? [] : filled(values.ipAddresses);
  if (values.who === 'groups' && groups.length === 0) return 'Choose at least one group.';
  const known = new Map(options?.groups.map((group) => [group.name.toLowerCase(), group]));
  const words = groups.map((name) => known.get(name.toLowerCase())?.words ?? name);
  const isOnCampus = networks.length > 0 && networks.every((one) => options?.campusNetworks.includes(one));
  const isMine = groups.length === 0 || groups.some((name) => known.get(name.toLowerCase())?.isMine);
  const sentence = describeAudience({ groups: words, networks, isOnCampus });
  return isMine ? sentence : `${sentence} You will not be able to download it yourself.`;
}

const filled = (entries: readonly string[]) =>
  entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
