import type { FastifyBaseLogger } from 'fastify';
import { addressAmong } from '../../ldap/attributes.ts';
import { translateGroups, warnOfMissingGroups } from '../groups.ts';
import type { Profile } from '../provider.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';
import { isTransient, type Vouched } from './check-assertion.ts';
import { valuesOf } from './names.ts';
import type { SamlSettings } from './saml-settings.ts';

/** Entra ID sends this instead of more than 150 groups. */
const overageAttribute = 'http://schemas.microsoft.com/claims/groups.link';

/**
 * What a checked assertion says about the person. The provider is the college's own directory, so its address
 * counts as confirmed.
 * @throws SignInRefusal if it does not say who it is, or left groups out
 */
export function profileOf(settings: SamlSettings, vouched: Vouched, log: FastifyBaseLogger): Profile {
  const { attributes: names, domains } = settings;
  // In one order, since a provider may send them in any: a person's address and name must not change with each sign-in.
  const all = (name: string) =>
    valuesOf(vouched.attributes, name)
      .filter((value) => value !== '')
      .toSorted();
  const keys = names.directoryKey === undefined ? [] : all(names.directoryKey);
  return {
    subject: subjectOf(settings, vouched),
    email: names.email === 'NameID' ? (vouched.nameId?.value ?? '') : addressAmong(all(names.email), domains),
    emailVerified: true,
    name: all(names.name)[0] ?? '',
    givenName: all(names.givenName)[0],
    familyName: all(names.familyName)[0],
    // With several, no one could say which record is meant.
    directoryKey: keys.length === 1 ? keys[0] : undefined,
    groups: groupsOf(settings, vouched, log),
  };
}

function subjectOf({ attributes }: SamlSettings, { nameId, attributes: sent }: Vouched): string {
  if (attributes.subject === 'NameID') {
    if (nameId !== null && !isTransient(nameId) && nameId.value !== '') return nameId.value;
    throw new SignInRefusal('response', {
      finding: nameId === null ? 'no NameID' : 'transient NameID',
      advice: 'The provider has to send a NameID that stays the same, such as a persistent one.',
    });
  }
  const values = valuesOf(sent, attributes.subject);
  const [value] = values;
  if (values.length === 1 && value !== undefined && value !== '') return value;
  throw new SignInRefusal('response', {
    finding: values.length > 1 ? 'several subjects' : 'no subject',
    advice: `The provider has to release one value of the attribute ${attributes.subject} (attributes.subject).`,
  });
}

function groupsOf(settings: SamlSettings, { attributes: sent }: Vouched, log: FastifyBaseLogger): string[] {
  const { attributes, groups, groupNames, name: provider } = settings;
  if (sent.has(overageAttribute)) throw new SignInRefusal('overage');
  const values = attributes.groups.flatMap((name) => valuesOf(sent, name));
  if (values.length === 0)
    warnOfMissingGroups(settings, log, {
      what: `Provider "${provider}" sent no value of ${attributes.groups.join(' or ')}`,
      remedy:
        'have the provider release the attribute, or write the one that it sends into attributes.groups',
      sent: { attributes: [...sent.keys()] },
    });
  const asserted = values.map((value) =>
    groups.has(value) || groupNames === 'whole' ? value : lastPartOf(value),
  );
  return translateGroups(asserted, settings, log);
}

/** The name of a group in a DN (its first part, RFC 4514), a Grouper path, a URN, or a URL. */
export function lastPartOf(value: string): string {
  const named = /^[A-Za-z][\w.-]*=((?:\\.|[^,+\\])*)(,|$)/.exec(value);
  if (named !== null) return (named[1] ?? '').replace(/\\(.)/g, '$1').trim();
  return value.split(/[:/]/).at(-1) ?? value;
}
