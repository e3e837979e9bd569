import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../../../platform/server/secrets/secrets.ts';

/** What a person has to know, in canonical form. */
export interface Facts {
  collegeId: string;
  birthdate: string;
  /** `null`: the person says that they have none. */
  lastFour: string | null;
  phone: string;
}

/** The same, as stored in a row. `null`: not on record. */
export interface FactHashes {
  college_id: Buffer;
  birthdate: Buffer;
  last_four: Buffer | null;
  phone: Buffer | null;
}

const purpose = 'password reset facts';

/** Bound to the address: two people with the same birthday have nothing in common in a copy of the table. */
export function hashFact(
  secrets: Secrets,
  email: string,
  fact: keyof FactHashes | 'personal_email',
  value: string,
) {
  return secrets.keyedHash(purpose, `${fact}\n${email}\n${value}`);
}

export function hashFacts(secrets: Secrets, email: string, facts: Facts): FactHashes {
  const hash = (fact: keyof FactHashes, value: string) => hashFact(secrets, email, fact, value);
  return {
    college_id: hash('college_id', facts.collegeId),
    birthdate: hash('birthdate', facts.birthdate),
    last_four: facts.lastFour === null || facts.lastFour === '' ? null : hash('last_four', facts.lastFour),
    phone: facts.phone === '' ? null : hash('phone', facts.phone),
  };
}

/** Says which secret an import was hashed with: hashes can't be redone with a newer one. */
export function hashOfSecret(secrets: Secrets): Buffer {
  return secrets.keyedHash(purpose, 'which secret');
}

/** What is compared if there is no such person, so that it takes as long. */
const someone: FactHashes = {
  college_id: randomBytes(32),
  birthdate: randomBytes(32),
  last_four: randomBytes(32),
  phone: randomBytes(32),
};
const none = randomBytes(32);

/**
 * Whether everything that was typed is what the row has, in constant time. "None" for the last four digits matches
 * only a person who has none on record.
 */
export function matches(typed: FactHashes, recorded: FactHashes | undefined): boolean {
  const known = recorded ?? someone;
  const equal = (given: Buffer | null, kept: Buffer | null) => timingSafeEqual(given ?? none, kept ?? none);
  const results = [
    equal(typed.college_id, known.college_id),
    equal(typed.birthdate, known.birthdate),
    equal(typed.last_four, known.last_four),
    // A phone number that is not on record matches nothing that can be typed.
    equal(typed.phone, known.phone) && known.phone !== null,
    recorded !== undefined,
  ];
  return results.every((result) => result);
}
