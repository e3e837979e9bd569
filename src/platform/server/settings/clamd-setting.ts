import { isAbsolute } from 'node:path';
import type { SettingMistake } from './mistakes.ts';
import { readSize } from './size-setting.ts';

export interface ClamdSetting {
  address: { path: string } | { host: string; port: number };
  /** Bytes. */
  largest: number;
}

const where = 'QUAD_CLAMD';

/** Where the virus scanner listens, and the largest file it accepts; `null` without one. */
export function readClamd(
  written: string | undefined,
  largest: string | undefined,
  mistakes: SettingMistake[],
): ClamdSetting | null {
  // What clamd accepts if no one has changed its configuration on Debian.
  const bytes = readSize('QUAD_CLAMD_LARGEST', largest, '25 MB', mistakes);
  if (written === undefined) return null;
  const address = addressOf(written);
  if (address !== null) return { address, largest: bytes };
  const what = `"${written}" is neither an address such as tcp://127.0.0.1:3310 nor the path of a socket.`;
  mistakes.push({ where, what, example: `${where}=/run/clamav/clamd.ctl` });
  return null;
}

function addressOf(written: string): ClamdSetting['address'] | null {
  if (isAbsolute(written)) return { path: written };
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url?.protocol !== 'tcp:' || url.hostname === '' || url.port === '') return null;
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.username !== '') return null;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
}
