import type { DirectoryRecord } from '../directory/record.ts';

/** A directory record of which only this is known. */
export function personRecord(given: Partial<DirectoryRecord> & { key: string }): DirectoryRecord {
  return {
    accountName: '',
    email: '',
    givenName: 'Ada',
    familyName: 'Example',
    title: '',
    department: 'Registrar',
    departmentCode: '',
    phone: '',
    fax: '',
    mailbox: '',
    kind: 'employee',
    groups: [],
    confidential: false,
    ...given,
  };
}
