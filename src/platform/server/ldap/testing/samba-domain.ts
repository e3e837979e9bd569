import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const tool = '/usr/bin/samba-tool';
/** Of the package `samba-ad-provision`. */
const provisioning = '/usr/share/samba/setup/provision.ldif';
/** Of the package `samba-vfs-modules`, in a folder named for the processor. */
const modules = '/usr/lib/*/samba/vfs/acl_xattr.so';

/** Whether everything is installed that making a domain takes. */
export function canMakeDomain(): boolean {
  return existsSync(tool) && existsSync(provisioning) && globSync(modules).length > 0;
}

export const domain = {
  base: 'DC=college,DC=test',
  administrator: {
    dn: 'CN=Administrator,CN=Users,DC=college,DC=test',
    password: 'Adm1n-Of-The-Tests',
  },
};

/** Stands for the folder in the settings of the copy. */
const place = '@FOLDER@';
const settings = (folder: string) => path.join(folder, 'etc/smb.conf');

/**
 * Puts a new domain into a folder. Making one takes ten seconds of a processor, so each month one is made, kept in the
 * temporary folder, and copied; passwords in it expire after 42 days.
 */
export function copyDomain(folder: string): void {
  const template = path.join(tmpdir(), `quad-samba-domain-${new Date().toISOString().slice(0, 7)}`);
  if (!existsSync(template)) makeTemplate(template);
  cpSync(template, folder, { recursive: true });
  writeFileSync(settings(folder), readFileSync(settings(folder), 'utf8').replaceAll(place, folder));
}

function makeTemplate(template: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'quad-samba-making-'));
  const parameters = [
    ...['domain', 'provision', '--realm=COLLEGE.TEST', '--domain=COLLEGE', '--server-role=dc'],
    ...['--dns-backend=NONE', `--adminpass=${domain.administrator.password}`, `--targetdir=${folder}`],
  ];
  execFileSync(tool, parameters, {
    env: { ...process.env, TDB_NO_FSYNC: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  writeFileSync(settings(folder), readFileSync(settings(folder), 'utf8').replaceAll(folder, place));
  try {
    renameSync(folder, template);
  } catch {
    // Another test file was faster.
    rmSync(folder, { recursive: true });
  }
}
