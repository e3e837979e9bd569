import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { Reason } from '../contract.ts';
import { areOfOwner, type FactsRow } from './facts/queries.ts';
import { type Recognized, usersOf } from './owners.ts';
import type { Reset } from './reset.ts';
import { type Account, DirectoryDown, type PasswordWriter } from './writer/password-writer.ts';

/** What the portal itself knows about an account, whether it exists or not. */
export interface Standing {
  facts: FactsRow | undefined;
  /** Why it can't be reset with the form; empty if nothing rules it out. */
  reasons: Reason[];
}

interface Row extends Omit<FactsRow, 'id' | 'email'> {
  id: string | null;
  excluded: boolean;
  blocked: boolean;
  left: boolean;
  protected: boolean;
}

/** What keeps an account from any reset and ends its link. Missing facts don't: the desk needs none. */
export const barring: ReadonlySet<Reason> = new Set<Reason>([
  'excluded',
  'blocked',
  'left',
  'protected',
  'no-account',
  'disabled',
]);

type Named = Pick<Account, 'email'> & Recognized;
type Rules = Pick<Reset, 'directoryProviders'> & { campus: Pick<Reset['campus'], 'protectedGroups'> };

/**
 * One statement, the same for any name: no directory is asked, and nothing is skipped for a name that no one has. The
 * facts are those of the account's own address; what rules out any of its addresses rules out the account.
 */
export async function readStanding(
  reader: Reader,
  { campus, directoryProviders }: Rules,
  { email, addresses, key }: Named,
): Promise<Standing> {
  const any = sql`any(${[...addresses]}::text[])`;
  // By an address, by its key, or joined by key, whatever the other's address. Arrays, so that PostgreSQL uses the indexes:
  // scanning all records takes long, and longest for a name that no one has.
  const itsPeople = sql`array(${usersOf({ addresses, key }, directoryProviders)})`;
  const itsRecord = sql`(lower(d.email) = ${any} or d.person_id = any(${itsPeople}))`;
  const groups = sql`array[${sql.join([...campus.protectedGroups, ''])}]::text[]`;
  const [row] = await readRows(
    reader,
    sql<Row>`
      select f.id, f.college_id, f.birthdate, f.last_four, f.phone, f.personal_email, f.personal_email_check,
        exists (select from reset_exclusions e where e.expires_at > now() and (e.principal_email = ${any}
          or e.person_ids && ${itsPeople}
          or e.directory_keys && array(select d.key from directory_records d where ${itsRecord} and d.active))) as excluded,
        exists (select from people p where p.id = any(${itsPeople}) and p.disabled)
          or exists (select from demo_people d where d.email = ${any} and d.disabled) as blocked,
        exists (select from directory_records d where ${itsRecord} and not d.active)
          and not exists (select from directory_records d where ${itsRecord} and d.active) as left,
        exists (select from identities i where i.person_id = any(${itsPeople}) and i.groups && ${groups})
          or exists (select from directory_records d
            where ${itsRecord} and (d.groups && ${groups} or d.access_groups && ${groups}))
          or exists (select from demo_people d where d.email = ${any} and d.groups && ${groups}) as protected
      from (select 1) one left join reset_facts f on f.email = ${email} and ${areOfOwner}`,
  );
  if (row === undefined) throw new Error('A statement without a condition has a row.');
  const { id, excluded, blocked, left, protected: isProtected, ...hashes } = row;
  const facts = id === null ? undefined : { id, email, ...hashes };
  const against: Record<Reason & string, boolean> = {
    'no-facts': facts === undefined,
    'no-phone': facts !== undefined && facts.phone === null,
    'no-personal-email': facts !== undefined && facts.personal_email === null,
    excluded,
    blocked,
    left,
    protected: isProtected,
    'wrong-facts': false,
    'no-account': false,
    disabled: false,
    'directory-down': false,
    'mail-failed': false,
  };
  const reasons = (Object.keys(against) as Reason[]).filter((reason) => against[reason]);
  return { facts, reasons };
}

/**
 * The account that the directory finds by what was typed, and why the directory and the portal rule it out; only for
 * jobs and IT.
 */
export async function readAccount(
  reader: Reader,
  reset: Rules & Pick<Reset, 'writer'>,
  typed: string,
): Promise<Standing & { account: Account | null }> {
  const { account, reasons: asked } = await askDirectory(reset.writer, typed);
  const named = account ?? { email: typed, addresses: [typed], key: null };
  const { facts, reasons } = await readStanding(reader, reset, named);
  return { account, facts, reasons: [...new Set([...reasons, ...asked])] };
}

async function askDirectory(
  writer: PasswordWriter | null,
  typed: string,
): Promise<{ account: Account | null; reasons: Reason[] }> {
  if (writer === null) return { account: null, reasons: ['directory-down'] };
  try {
    const account = await writer.find(typed);
    if (account === null) return { account, reasons: ['no-account'] };
    const reasons: Reason[] = [];
    if (account.isDisabled) reasons.push('disabled');
    if (account.isProtected) reasons.push('protected');
    return { account, reasons };
  } catch (error) {
    if (!(error instanceof DirectoryDown)) throw error;
    return { account: null, reasons: ['directory-down'] };
  }
}
