import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '../../../platform/server/refusal/refusal.ts';
import type { Settings } from '../../../platform/server/settings/tool-settings.ts';
import { OutsideFailure, type OutsideSystem } from '../../../platform/server/tool/outside-system.ts';
import type { wifiKeysSettings } from '../settings.ts';
import { controllersOf } from './authority/choose.ts';
import { type PskFileSettings, pingHostapd } from './authority/hostapd/psk-file.ts';
import { createXiqClient, type XiqSettings } from './authority/xiq/xiq-client.ts';

/** ExtremeCloud IQ or hostapd, if the settings name one. */
export function wifiControllers({ environment }: Settings<typeof wifiKeysSettings>): OutsideSystem[] {
  const { xiq, hostapd } = controllersOf(environment);
  if (xiq !== null) return [{ what: 'ExtremeCloud IQ', check: () => checkXiq(xiq) }];
  return hostapd === null ? [] : [{ what: 'hostapd', check: () => checkHostapd(hostapd) }];
}

async function checkXiq(settings: XiqSettings): Promise<string> {
  try {
    await createXiqClient(settings, { warn: () => undefined }).find('quad-check-settings');
  } catch (error) {
    if (!(error instanceof Refusal && error.cause instanceof OutsideFailure)) throw error;
    throw new OutsideFailure(
      `${error.cause.message} Check QUAD_XIQ_TOKEN, QUAD_XIQ_USER_GROUP, and QUAD_XIQ_URL.`,
    );
  }
  return 'it accepts this token';
}

async function checkHostapd(settings: PskFileSettings): Promise<string> {
  const folder = path.dirname(settings.file);
  await access(folder, constants.W_OK).catch(() => {
    throw new OutsideFailure(`Quad can't write to ${folder}, the folder of QUAD_WIFI_PSK_FILE.`);
  });
  if (settings.socket === undefined) return 'the folder of its file can be written to';
  await pingHostapd(settings);
  return 'it answers';
}
