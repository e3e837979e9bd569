import path from 'node:path';
import type { Job } from '../../../../platform/server/jobs/job.ts';
import type { SettingMistake } from '../../../../platform/server/settings/mistakes.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import type { WifiEnvironment } from '../../settings.ts';
import { createEmbeddedAuthority } from './embedded.ts';
import { createHandOut, enqueueHandOut } from './hostapd/hand-out-job.ts';
import type { PskFileSettings } from './hostapd/psk-file.ts';
import type { KeyAuthority } from './key-authority.ts';
import { createSealAgain } from './seal-again-job.ts';
import { createXiqAuthority } from './xiq/xiq-authority.ts';
import type { XiqSettings } from './xiq/xiq-client.ts';

interface Chosen {
  authority: KeyAuthority;
  /** Its background jobs. */
  jobs: Job[];
}

/** The one authority that the environment configures. */
export function chooseAuthority(
  { secrets, reader, unaudited, log }: Pick<Platform, 'secrets' | 'reader' | 'unaudited' | 'log'>,
  environment: WifiEnvironment,
): Chosen {
  const { xiq, hostapd } = controllersOf(environment);
  if (xiq !== null) return { authority: createXiqAuthority(xiq, log), jobs: [] };
  const sealAgain = createSealAgain({ reader, unaudited, secrets });
  if (hostapd === null) return { authority: createEmbeddedAuthority(secrets), jobs: [sealAgain] };
  return {
    authority: createEmbeddedAuthority(secrets, enqueueHandOut),
    jobs: [sealAgain, createHandOut(reader, secrets, hostapd)],
  };
}

/** Where the keys are made, or go: at most one of the two. */
export function controllersOf(environment: WifiEnvironment): {
  xiq: XiqSettings | null;
  hostapd: PskFileSettings | null;
} {
  const {
    QUAD_WIFI_PSK_FILE: file,
    QUAD_WIFI_HOSTAPD_SOCKET: socket,
    QUAD_WIFI_HOSTAPD_CLI: program,
  } = environment;
  const { QUAD_XIQ_TOKEN: token, QUAD_XIQ_USER_GROUP: userGroup, QUAD_XIQ_URL: url } = environment;
  return {
    xiq: token === undefined || userGroup === undefined ? null : { url, token, userGroup },
    hostapd: file === undefined ? null : { file, socket, program },
  };
}

/** Adds to `mistakes` a place where a backup of the data folder would have the keys in plain text. */
export function checkPlaceOfKeys(
  { QUAD_WIFI_PSK_FILE: file, QUAD_DATA: folder = 'data' }: WifiEnvironment,
  mistakes: SettingMistake[],
): void {
  if (file === undefined || !`${path.resolve(file)}/`.startsWith(`${path.resolve(folder)}/`)) return;
  const what = 'Choose a place outside QUAD_DATA. Its backups would have the keys in plain text.';
  const example = 'QUAD_WIFI_PSK_FILE=/var/lib/quad-wifi/wifi.psk';
  mistakes.push({ where: 'QUAD_WIFI_PSK_FILE', what, example });
}
