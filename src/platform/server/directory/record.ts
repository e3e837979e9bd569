import { createHash } from 'node:crypto';
import { foldName } from '../../contract/fold-name.ts';

/** The fields of a record that are one text each. */
export const textFields = [
  'accountName',
  'email',
  'givenName',
  'familyName',
  'title',
  'department',
  'departmentCode',
  'phone',
  'fax',
  'mailbox',
] as const;

/** What a search covers, in the order of the lines of `folded`. */
const searchedFields = ['givenName', 'familyName', 'email', 'title', 'department'] as const;
export type SearchedField = (typeof searchedFields)[number];

/** In which line of `folded` each field is; the first is 1. */
export const searchedLines = searchedFields.map((field, index) => ({ field, line: index + 1 }));

/** A person as a source describes one; a field that it lacks is empty. */
export interface DirectoryRecord {
  /** What the college never gives to anyone else: an employee or student number. */
  key: string;
  accountName: string;
  email: string;
  givenName: string;
  familyName: string;
  title: string;
  department: string;
  departmentCode: string;
  phone: string;
  fax: string;
  mailbox: string;
  kind: 'employee' | 'student';
  groups: readonly string[];
  /** Those of `groups` that give access, from a source that the college trusts with that; never from a CSV file. */
  accessGroups?: readonly string[];
  /** The person asked the college to withhold what the directory says. */
  confidential: boolean;
}

/** The words of a search. */
export function wordsOf(search: string): string[] {
  return foldName(search)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .slice(0, 8);
}

/** A row of the tables, with what is computed from the record. */
export function toRow(record: DirectoryRecord) {
  const { accountName, givenName, familyName, departmentCode, groups, accessGroups = [], ...same } = record;
  const row = {
    ...same,
    account_name: accountName,
    given_name: givenName,
    family_name: familyName,
    department_code: departmentCode,
    groups: [...groups].toSorted(),
  };
  const access = { access_groups: [...accessGroups].toSorted() };
  const searched = searchedFields.map((field) => record[field]).join('\n');
  const content = createHash('sha256')
    .update(
      JSON.stringify(Object.entries({ ...row, ...(accessGroups.length === 0 ? {} : access) }).toSorted()),
    )
    .digest('base64url');
  return { ...row, ...access, folded: foldName(searched), content_hash: content };
}
