import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { SettingMistake } from '../../../platform/server/settings/mistakes.ts';
import type { WrittenText } from '../../../platform/server/texts/read-text.ts';
import { checkTexts, openText, type TextPlace } from '../../../platform/server/texts/text-files.ts';
import { type PageName, pageName } from '../contract.ts';
import type { FacilitiesLinks } from '../settings.ts';
import { type FacilitiesSecrets, secretLabels } from './secrets.ts';

export interface FacilitiesPages {
  /** `null` when the file of the page is gone. */
  read(page: PageName): Promise<WrittenText | null>;
}

interface Named {
  secrets: FacilitiesSecrets;
  links: FacilitiesLinks;
}

/** Adds each file to `mistakes` that is missing or broken: every page has a tile, which must open a text. */
export function checkPages(campusFolder: string, named: Named, mistakes: SettingMistake[]): void {
  checkTexts(placesIn(campusFolder, named), mistakes);
}

/** The pages as their files have them. */
export async function openPages(
  campusFolder: string,
  named: Named,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<FacilitiesPages> {
  const texts = await Promise.all(placesIn(campusFolder, named).map((place) => openText(place, log)));
  return { read: async (page) => (await texts[pageName.options.indexOf(page)]?.read()) ?? null };
}

/** In the order of the names of pages. */
function placesIn(campusFolder: string, { secrets, links }: Named): TextPlace[] {
  const named = {
    secrets: {
      account: { label: secretLabels.account, value: secrets.get('account') },
      password: { label: secretLabels.password, value: secrets.get('password') },
    },
    links: { workOrderSystem: links.workOrderSystem, keyRequestForm: links.keyRequestForm },
  };
  return pageName.options.map((page) => ({
    file: path.join(campusFolder, 'pages', `facilities-${page}.md`),
    reading: { path: `/departments/facilities/${page}`, ...named },
  }));
}
