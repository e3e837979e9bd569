import { v7 as uuid } from 'uuid';
import { takeTurns } from '../../../../platform/server/concurrency/take-turns.ts';
import type { Secrets } from '../../../../platform/server/secrets/secrets.ts';
import type { ImportPreview } from '../../contract.ts';
import { type FactHashes, hashFact, hashFacts } from './fact-hashes.ts';
import { sealPersonalEmail } from './personal-email.ts';
import type { FactsRow } from './queries.ts';
import type { PersonFacts } from './read-facts.ts';

export interface ImportPlan {
  summary: Omit<ImportPreview, 'version'>;
  /** Those that are new or differ. Not as rows: the hashes of a hundred thousand people take hundreds of megabytes. */
  save: { person: PersonFacts; id: string }[];
  /** By their college email. */
  remove: string[];
}

const someRemoved = 20;

/** Compares a file with what is on record. Nothing in its result can be read back except the personal email, by us. */
export async function planImport(
  secrets: Secrets,
  known: readonly FactsRow[],
  people: readonly PersonFacts[],
): Promise<ImportPlan> {
  const left = new Map(known.map((row) => [row.email, row]));
  const save: ImportPlan['save'] = [];
  let added = 0;
  const turn = takeTurns();
  for (const person of people) {
    const before = left.get(person.email);
    left.delete(person.email);
    const id = before?.id ?? uuid();
    if (before === undefined) added += 1;
    if (before === undefined || differs(before, toRow(secrets, { person, id }))) save.push({ person, id });
    await turn();
  }
  const remove = [...left.keys()];
  const summary = {
    people: people.length,
    added,
    changed: save.length - added,
    removed: remove.length,
    incomplete: people.filter(({ phone, personalEmail }) => phone === '' || personalEmail === '').length,
    withoutLastFour: people.filter(({ lastFour }) => lastFour === '').length,
    removedSome: remove.toSorted().slice(0, someRemoved),
  };
  return { summary, save, remove };
}

/** A person as the table stores them. */
export function toRow(secrets: Secrets, { person, id }: ImportPlan['save'][number]): FactsRow {
  const { email, personalEmail } = person;
  const has = personalEmail !== '';
  return {
    id,
    email,
    ...hashFacts(secrets, email, person),
    personal_email: has ? sealPersonalEmail(secrets, personalEmail) : null,
    personal_email_check: has ? hashFact(secrets, email, 'personal_email', personalEmail) : null,
  };
}

const compared = [
  'college_id',
  'birthdate',
  'last_four',
  'phone',
  'personal_email_check',
] as const satisfies readonly (keyof FactHashes | 'personal_email_check')[];

function differs(before: FactsRow, after: FactsRow): boolean {
  return compared.some((column) => {
    const [one, other] = [before[column], after[column]];
    return one === null || other === null ? one !== other : !one.equals(other);
  });
}
