import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { declaredPermissions } from '../../../../platform/server/assembly/read-settings.ts';
import { copyCampus } from '../../../../platform/server/testing/test-campus.ts';
import { directoryServer } from '../index.ts';

/** A campus folder whose directory has a server called "ldap". @param changes Of `directory.yaml` */
export function campusWithLdap(
  { url, bindDn, attributes = {} }: { url: string; bindDn: string; attributes?: object },
  changes = {},
) {
  const campus = copyCampus(declaredPermissions({ tools: [directoryServer], placePermissions: {} }));
  const people = [{ base: 'ou=people,dc=sawtooth,dc=example', kind: 'employee' }];
  const written = { ldap: { profile: 'openldap', url, bindDn, people, attributes }, ...changes };
  writeFileSync(path.join(campus.folder, 'tools/directory.yaml'), stringify(written));
  return campus;
}
