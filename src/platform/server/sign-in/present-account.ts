import type { Account } from '../../contract/account.ts';
import type { PersonActor } from '../actor/actor.ts';

/** The account as screens and the account call show it. */
export function presentAccount(person: PersonActor): Account {
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    groups: [...person.groups],
    givenName: person.givenName,
    familyName: person.familyName,
    permissions: [...person.permissions],
    provider: person.provider,
    photo: person.hasPhoto,
  };
}
