import { opendirSync, readdirSync, readFileSync } from 'node:fs';
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

/**
 * Addresses below `.example`, which no one can have (RFC 2606), are left over from the campus folder that comes with Quad: emails
 * to them are lost, and their links lead nowhere.
 */
export function warnOfMadeUpAddresses(folder: string, warnings: SettingMistake[]): void {
  const texts = ['pages', path.join('pages', 'help')].flatMap((name) => filesIn(folder, name, /\.md$/));
  for (const file of ['campus.yaml', 'access.yaml', ...filesIn(folder, 'tools', yamlFile), ...texts]) {
    const found = linesOf(path.join(folder, file)).flatMap((line, at) => {
      const [address] = /[\w.+-]+(@[\w.-]+)?\.example\b/.exec(line.replace(/(^|\s)#.*/, '')) ?? [];
      return address === undefined ? [] : [{ address, line: at + 1 }];
    });
    const [first, ...others] = found;
    if (first === undefined) continue;
    const more =
      others.length === 0
        ? ''
        : ` ${others.length} more ${others.length === 1 ? 'line has' : 'lines have'} one.`;
    warnings.push({
      where: `${path.join(folder, file)}, line ${first.line}`,
      what: `${first.address} is an address of the made-up college. Write your own, or remove it.${more}`,
    });
  }
}

/** None of a file that cannot be read: if it is needed, that is already a mistake. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

const yamlFile = /\.ya?ml$/i;

function toolFiles(folder: string): string[] {
  return filesIn(folder, '.', yamlFile);
}

/** Files of editors and of the system are ignored. */
function filesIn(folder: string, name: string, kind: RegExp): string[] {
  try {
    const files = readdirSync(path.join(folder, name)).filter((file) => /^[^.#]/.test(file));
    return files.filter((file) => kind.test(file)).map((file) => path.join(name, file));
  } catch {
    return [];
  }
}
