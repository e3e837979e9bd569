import { opendirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type SettingMistake, SettingsError } from './mistakes.ts';
import { codeOf } from './yaml-file.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EACCES: 'cannot be read by the user that Quad runs as',
};

/**
 * Checks that the campus folder can be read at all; otherwise every file in it would seem to be missing.
 * @throws SettingsError with this one mistake
 */
export function checkCampusFolder(folder: string): void {
  try {
    opendirSync(folder).closeSync();
  } catch (error) {
    const code = codeOf(error);
    const what = `The campus folder ${folder} ${reasons[code] ?? `cannot be read (${code})`}.`;
    throw new SettingsError([{ where: 'QUAD_CAMPUS', what, example: 'QUAD_CAMPUS=/etc/quad/campus' }]);
  }
}

/** Files below `tools/` that no tool reads, most likely because of a typo in the name. */
export function warnOfUnreadFiles(
  folder: string,
  toolIds: readonly string[],
  warnings: SettingMistake[],
): void {
  for (const file of toolFiles(path.join(folder, 'tools'))) {
    if (toolIds.includes(path.parse(file).name) && file.endsWith('.yaml')) continue;
    const known = toolIds.map((id) => `${id}.yaml`).join(', ');
    warnings.push({
      where: path.join(folder, 'tools', file),
      what: `No tool reads this file. Files that are read: ${known}.`,
    });
  }
}

/** Files of editors and of the system are ignored. */
function toolFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => /^[^.#].*\.ya?ml$/i.test(file));
  } catch {
    return [];
  }
}
