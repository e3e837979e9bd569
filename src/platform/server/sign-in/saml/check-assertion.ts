import { assertion as namespace, transientFormat } from './names.ts';
import { BadXml, childIfAny, childrenNamed, childrenOf, onlyChild, textOf } from './read-xml.ts';
import type { SamlSettings } from './saml-settings.ts';
import type { XmlElement } from './xml-library.ts';

/** The clocks differ by more than is tolerated, or the message is too old. */
export class WrongClock extends Error {
  readonly finding: string;

  constructor(finding: string) {
    super(`Outside the time window: ${finding}`);
    this.name = 'WrongClock';
    this.finding = finding;
  }
}

/** Names a person and their session to the provider; what a sign-out sends back. */
export interface NameId {
  value: string;
  format: string | null;
  nameQualifier: string | null;
  spNameQualifier: string | null;
}

/** What a checked assertion says. */
export interface Vouched {
  /** The request that it responds to; `null` for a sign-in that began at the provider. */
  requestId: string | null;
  nameId: NameId | null;
  sessionIndex: string | null;
  attributes: ReadonlyMap<string, readonly string[]>;
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const knownConditions: ReadonlySet<string> = new Set([
  'AudienceRestriction',
  'OneTimeUse',
  'ProxyRestriction',
]);

/**
 * Checks an assertion whose signature was verified: issuer, subject confirmation, audience and times.
 * @throws BadXml, WrongClock
 */
export function checkAssertion(settings: SamlSettings, assertion: XmlElement): Vouched {
  if (assertion.getAttribute('Version') !== '2.0') throw new BadXml('Version');
  if (textOf(onlyChild(assertion, namespace, 'Issuer')) !== settings.provider.entityId)
    throw new BadXml('Issuer');
  const clock = clockOf(settings);
  clock.assertBegun(assertion.getAttribute('IssueInstant'), 'IssueInstant');
  checkConditions(settings, onlyChild(assertion, namespace, 'Conditions'), clock);
  const subject = onlyChild(assertion, namespace, 'Subject');
  const requestId = confirm(settings, subject, clock);
  const statements = childrenNamed(assertion, namespace, 'AuthnStatement');
  const [statement] = statements;
  if (statement === undefined) throw new BadXml('no AuthnStatement');
  for (const { end } of statements.map((each) => ({ end: each.getAttribute('SessionNotOnOrAfter') })))
    if (end !== null && end !== '') clock.assertNotOver(end, 'SessionNotOnOrAfter');
  return {
    requestId,
    nameId: nameIdOf(subject),
    sessionIndex: statement.getAttribute('SessionIndex') || null,
    attributes: attributesOf(assertion),
  };
}

type Clock = ReturnType<typeof clockOf>;

function clockOf({ clockSkewSeconds }: SamlSettings) {
  const skew = clockSkewSeconds * 1_000;
  return {
    assertBegun(written: string | null, finding: string): void {
      if (timeOf(written, finding) > Date.now() + skew) throw new WrongClock(finding);
    },
    assertNotOver(written: string | null, finding: string): number {
      const end = timeOf(written, finding);
      if (end <= Date.now() - skew) throw new WrongClock(finding);
      return end + skew;
    },
  };
}

/** SAML Core, section 1.3.3: UTC, without a time zone. */
function timeOf(written: string | null, finding: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(written ?? '')
    ? Date.parse(written ?? '')
    : Number.NaN;
  if (Number.isNaN(time)) throw new BadXml(`no time in ${finding}`);
  return time;
}

function checkConditions(settings: SamlSettings, conditions: XmlElement, clock: Clock): void {
  if (conditions.hasAttribute('NotBefore'))
    clock.assertBegun(conditions.getAttribute('NotBefore'), 'NotBefore');
  if (conditions.hasAttribute('NotOnOrAfter'))
    clock.assertNotOver(conditions.getAttribute('NotOnOrAfter'), 'NotOnOrAfter');
  // One that we do not know could be the one that forbids it (SAML Core, section 2.5.1.1).
  const unknown = childrenOf(conditions).some(
    ({ namespaceURI, localName }) => namespaceURI !== namespace || !knownConditions.has(localName),
  );
  if (unknown) throw new BadXml('unknown condition');
  const restrictions = childrenNamed(conditions, namespace, 'AudienceRestriction');
  const forUs = restrictions.every((restriction) =>
    childrenNamed(restriction, namespace, 'Audience').some(
      (audience) => textOf(audience) === settings.entityId,
    ),
  );
  if (restrictions.length === 0 || !forUs) throw new BadXml('Audience');
}

/**
 * Demands a bearer confirmation for our address that is still good (SAML Profiles, section 4.1.4.2).
 * @returns the request that it is for
 */
function confirm(settings: SamlSettings, subject: XmlElement, clock: Clock): string | null {
  const confirmations = childrenNamed(subject, namespace, 'SubjectConfirmation').filter(
    (confirmation) => confirmation.getAttribute('Method') === bearer,
  );
  const [confirmation, ...more] = confirmations;
  if (confirmation === undefined || more.length > 0) throw new BadXml('not one bearer confirmation');
  const data = onlyChild(confirmation, namespace, 'SubjectConfirmationData');
  if (data.getAttribute('Recipient') !== settings.callbackUrl) throw new BadXml('Recipient');
  if (data.hasAttribute('NotBefore')) throw new BadXml('NotBefore of a confirmation');
  clock.assertNotOver(data.getAttribute('NotOnOrAfter'), 'NotOnOrAfter');
  return data.getAttribute('InResponseTo') || null;
}

function nameIdOf(subject: XmlElement): NameId | null {
  const element = childIfAny(subject, namespace, 'NameID');
  if (element === null) return null;
  const read = (name: string) => element.getAttribute(name) || null;
  return {
    value: textOf(element),
    format: read('Format'),
    nameQualifier: read('NameQualifier'),
    spNameQualifier: read('SPNameQualifier'),
  };
}

/** A name that changes with each sign-in says nothing about who it is. */
export const isTransient = ({ format }: NameId) => format === transientFormat;

function attributesOf(assertion: XmlElement): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const statement of childrenNamed(assertion, namespace, 'AttributeStatement')) {
    for (const attribute of childrenNamed(statement, namespace, 'Attribute')) {
      const name = attribute.getAttribute('Name') ?? '';
      const values = childrenNamed(attribute, namespace, 'AttributeValue').map(valueText);
      found.set(name, [...(found.get(name) ?? []), ...values]);
    }
  }
  return found;
}

/** The text; that of the name inside where the value is one, as for eduPersonTargetedID. */
function valueText(value: XmlElement): string {
  const name = childIfAny(value, namespace, 'NameID');
  if (name !== null) return textOf(name);
  return childrenOf(value).length > 0 ? '' : textOf(value);
}
