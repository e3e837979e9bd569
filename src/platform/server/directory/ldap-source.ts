import { type Entry, FilterParser } from 'ldapts';
import { takeTurns } from '../concurrency/take-turns.ts';
import { endOf } from '../ldap/account-state.ts';
import { emailOf, isGuid, keyOf, textsOf } from '../ldap/attributes.ts';
import { type LdapSession, type Limits, withLdap } from '../ldap/ldap-session.ts';
import { primaryGroupAttributes, sidAttribute } from '../ldap/primary-group.ts';
import type { LdapServer } from '../settings/ldap-server.ts';
import { readMemberships } from './ldap-groups.ts';
import { writtenRecord } from './read-records.ts';
import { type DirectoryRecord, textFields } from './record.ts';

/** The fields of a record that come from one attribute each. */
const mappedFields = ['key', ...textFields] as const;
type MappedField = (typeof mappedFields)[number] | 'confidential';

/** A directory server as a source of the directory. */
export interface LdapSource {
  /** What the settings call it. */
  name: string;
  server: LdapServer;
  /** Where people are, and whether they are employees or students. */
  people: readonly { base: string; filter: string; kind: DirectoryRecord['kind'] }[];
  attributes: Readonly<Partial<Record<MappedField, string>>>;
  /** The college's email domains, in lower case: of a person's several addresses, one of the college's counts. */
  domains: readonly string[];
  groups: {
    base: string;
    filter: string;
    nameAttribute: string;
    names: ReadonlyMap<string, string> | null;
    /** They give access, like those of a sign-in provider. */
    giveAccess: boolean;
    /** A person's primary group does not name them as a member. */
    hasPrimary: boolean;
  } | null;
  /** Read as well, to leave out accounts that were disabled. */
  stateAttributes: readonly string[];
}

/** A page of 500 people takes a slow server a second; the largest college is some hundred megabytes. */
const limits: Limits = { seconds: 30, bytes: 512 * 1024 * 1024 };

export interface LdapReading {
  records: DirectoryRecord[];
  /** Entries that no record could be made from, by reason. */
  leftOut: { withoutKey: number; withoutName: number; sameKey: number; disabled: number };
  /** People who count as confidential because of a mark that is neither a yes nor a no. */
  unclearMarks: number;
}

/**
 * Reads everyone, with their groups, those through other groups as well. Either all of it or nothing.
 * @throws LdapFailure
 */
export function readLdapPeople(source: LdapSource): Promise<LdapReading> {
  return withLdap(source.server, limits, async (session) => {
    const groupsOf = source.groups === null ? () => [] : await readMemberships(session, source.groups);
    const leftOut = { withoutKey: 0, withoutName: 0, sameKey: 0, disabled: 0 };
    let unclearMarks = 0;
    const records = new Map<string, DirectoryRecord>();
    const turn = takeTurns();
    for (const { base, filter, kind } of source.people) {
      for await (const page of readPages(session, source, base, filter)) {
        for (const entry of page) {
          const read = readEntry(source, entry, kind);
          if (typeof read === 'string') leftOut[read] += 1;
          else {
            if (marksOf(source, entry).some(({ success }) => !success)) unclearMarks += 1;
            const groups = groupsOf(entry);
            const accessGroups = source.groups?.giveAccess === true ? groups : [];
            keep(records, { ...read, groups, accessGroups }, leftOut);
          }
          await turn();
        }
      }
    }
    return { records: [...records.values()], leftOut, unclearMarks };
  });
}

function readPages(
  session: LdapSession,
  { attributes, stateAttributes, groups }: LdapSource,
  base: string,
  filter: string,
) {
  const wanted = Object.values(attributes);
  const primary = groups?.hasPrimary === true ? primaryGroupAttributes : [];
  return session.pages({
    base,
    filter: FilterParser.parseString(filter),
    attributes: [...new Set([...wanted, ...stateAttributes, 'uid', ...primary])],
    binary: [...wanted.filter(isGuid), sidAttribute],
  });
}

/**
 * Of two entries with one key, such as an administrator's second account, the one with an email address stays.
 * It is confidential if either one is.
 */
function keep(
  records: Map<string, DirectoryRecord>,
  record: DirectoryRecord,
  leftOut: LdapReading['leftOut'],
): void {
  const known = records.get(record.key);
  if (known !== undefined) leftOut.sameKey += 1;
  const kept = known === undefined || (known.email === '' && record.email !== '') ? record : known;
  const confidential = record.confidential || known?.confidential === true;
  records.set(record.key, { ...kept, confidential });
}

/** A field that does not fit is left empty; without a key or a name there is no record. */
function readEntry(
  source: LdapSource,
  entry: Entry,
  kind: DirectoryRecord['kind'],
): DirectoryRecord | keyof LdapReading['leftOut'] {
  if (endOf(entry) !== null) return 'disabled';
  const isWithheld = marksOf(source, entry).some(({ data }) => data !== false);
  const written: Record<string, string> = { kind, groups: '', confidential: isWithheld ? 'yes' : 'no' };
  for (const field of mappedFields) {
    const attribute = source.attributes[field];
    const value = attribute === undefined ? '' : writtenValue(source, entry, field, attribute);
    written[field] = writtenRecord.shape[field].safeParse(value).success ? value : '';
  }
  if (written.key === '') return 'withoutKey';
  const parsed = writtenRecord.safeParse(written);
  return parsed.success ? parsed.data : 'withoutName';
}

function writtenValue({ domains }: LdapSource, entry: Entry, field: MappedField, attribute: string): string {
  return field === 'email' ? emailOf(entry, attribute, domains) : keyOf(entry, attribute);
}

/**
 * What an entry says about withholding its person. Servers have their own words for it, such as "FERPA": only
 * a plain no is a no, since a word we don't know must not expose someone who asked for confidentiality.
 */
function marksOf({ attributes: { confidential } }: LdapSource, entry: Entry) {
  const written = confidential === undefined ? [] : textsOf(entry, confidential);
  return written.map((word) => writtenRecord.shape.confidential.safeParse(word));
}
