import { foldCase } from '../../../platform/server/list/search.ts';
import { describeAudience } from '../contract/audience.ts';
import type { FilesCampus } from '../settings.ts';
import { areOnCampus } from './networks.ts';

interface Rule {
  groups: readonly string[];
  networks: readonly string[];
}

/** Who can see a file: "Faculty and staff, on campus only." */
export function audienceSentence({ groups, networks }: Rule, campus: FilesCampus): string {
  return describeAudience({
    groups: groups.map((name) => wordsOf(name, campus)),
    networks,
    isOnCampus: networks.length > 0 && areOnCampus(networks, campus.campusNetworks),
  });
}

export function wordsOf(group: string, { groupWords }: FilesCampus): string {
  return Object.entries(groupWords).find(([name]) => foldCase(name) === foldCase(group))?.[1] ?? group;
}
