import { userInfo } from 'node:os';
import { endsAtRestore as ofPlatform } from '../platform/server/backup/ends-at-restore.ts';
import { readSecretIfMade } from '../platform/server/secrets/secret-file.ts';
import { keyId } from '../platform/server/secrets/secrets.ts';
import type { Environment } from '../platform/server/settings/environment.ts';
import { serverTools } from '../tools/server.ts';

/** Tables whose rows a restore removes, of the platform and of every tool. */
export const endsAtRestore = [...ofPlatform, ...serverTools.flatMap((tool) => tool.endsAtRestore ?? [])];

/** Names of the secrets that encrypt values here, newest first; none when there is no secret yet. */
export function secretIdsOf({ secrets, dataFolder }: Environment): string[] {
  const made = readSecretIfMade(dataFolder);
  return (secrets ?? (made === null ? [] : [made])).map(keyId);
}

/** The time since `started`, as worded in a command's last line. */
export function effort(started: number): string {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1000);
  return `${seconds} s, ${megabytes} MB of memory at most`;
}

/** Who runs this command, for the audit log: the account of the operating system. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `number ${process.geteuid?.() ?? '?'}`;
  }
}
