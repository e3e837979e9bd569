import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { WrittenText } from '../../../platform/server/texts/read-text.ts';
import { openTexts } from '../../../platform/server/texts/text-files.ts';
import { type PageName, pageName } from '../contract.ts';
import type { FacilitiesLinks } from '../settings.ts';
import { type FacilitiesSecrets, secretLabels } from './secrets.ts';

export interface FacilitiesPages {
  /** `null` when the file of the page is gone. */
  read(page: PageName): Promise<WrittenText | null>;
}

/**
 * The pages as their files say them.
 * @throws SettingsError naming each file that is missing or broken: every page has a tile, which must open a text
 */
export async function openPages(
  folder: string,
  { secrets, links }: { secrets: FacilitiesSecrets; links: FacilitiesLinks },
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<FacilitiesPages> {
  const named = {
    secrets: {
      account: { label: secretLabels.account, value: secrets.get('account') },
      password: { label: secretLabels.password, value: secrets.get('password') },
    },
    links: { workOrderSystem: links.workOrderSystem, keyRequestForm: links.keyRequestForm },
  };
  const places = pageName.options.map((page) => ({
    file: path.join(folder, `facilities-${page}.md`),
    reading: { path: `/departments/facilities/${page}`, ...named },
  }));
  const texts = await openTexts(places, log);
  return { read: async (page) => (await texts[pageName.options.indexOf(page)]?.read()) ?? null };
}
