import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { Precedence } from '../../../../platform/server/directory/merge.ts';
import * as calls from '../../contract.ts';
import { createLdapSync } from '../ldap-sync-job.ts';
import { createSync } from '../sync-job.ts';
import { directoryBesideLdap } from './directory-beside-ldap.ts';

const staff = 'ou=staff,dc=sawtooth,dc=example';
export const students = 'ou=students,dc=sawtooth,dc=example';
export const groups = 'ou=groups,dc=sawtooth,dc=example';
export const header =
  'key,accountName,givenName,familyName,kind,email,title,department,departmentCode,phone,fax,mailbox,groups,confidential\n';

export const campus = {
  profile: 'active-directory',
  people: [
    { base: staff, kind: 'employee' },
    { base: students, kind: 'student' },
  ],
  groups: { base: groups, names: { 'All-Staff': 'Domain-Staff', Library: 'Library' } },
  attributes: { confidential: 'msDS-cloudExtensionAttribute1' },
};

export const confirmationOf = (run: calls.Run | null) => ({
  params: { id: run?.id ?? '' },
  body: { gone: run?.gone ?? 0 },
});

/** A portal beside a scripted Active Directory, for the tests of one file, with what they do to both. */
export function readingsOfLdap() {
  const directory = directoryBesideLdap();
  const { ldap } = directory;
  const applying = (precedence: Precedence = { order: ['ldap', 'csv'], fields: {}, givesAccess: [] }) => ({
    emailTrusted: [],
    precedence,
  });
  const sync = (precedence?: Precedence) =>
    createLdapSync(directory.server.quad.platform, directory.sourceOf(campus), applying(precedence)).run(
      {},
      {} as never,
    );
  return {
    directory,
    sync,
    /** The first reading of more than a few employees waits. */
    async syncAndConfirm(): Promise<void> {
      expect(await sync()).toContain('held back');
      const it = await directory.server.signIn('it');
      const { waiting } = (await it.send(calls.readDirectoryState)).body.data;
      expect((await it.send(calls.confirmRun, confirmationOf(waiting))).status).toBe(200);
    },
    async readCsv(content: string, precedence?: Precedence) {
      const folder = mkdtempSync(path.join(tmpdir(), 'quad-directory-'));
      const file = path.join(folder, 'people.csv');
      writeFileSync(file, content);
      const said = await createSync(directory.server.quad.platform, file, applying(precedence), 0).run(
        {},
        {} as never,
      );
      rmSync(folder, { recursive: true });
      return said;
    },
    /** @returns its name in the directory */
    addPerson(number: number, values: Record<string, string[]> = {}, base = staff): string {
      const dn = `CN=Person ${number},${base}`;
      ldap.add(dn, {
        objectClass: ['user'],
        objectCategory: ['person'],
        userAccountControl: ['512'],
        employeeID: [`E${number}`],
        givenName: ['Ada'],
        sn: [`Number${number}`],
        ...values,
      });
      return dn;
    },
    /** @returns its name in the directory */
    addGroup(name: string, member: string[]): string {
      const dn = `CN=${name},${groups}`;
      ldap.add(dn, { objectClass: ['group'], sAMAccountName: [name], member });
      return dn;
    },
  };
}
