import { createSign, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { NameId } from './check-assertion.ts';
import { assertion, postBinding, protocol, rsaSha256, statusPrefix } from './names.ts';
import type { SamlSettings } from './saml-settings.ts';

/** 256 random bits; an XML name may not begin with a digit. */
export function newId(): string {
  return `_${randomBytes(32).toString('base64url')}`;
}

export const isOurId = (id: string) => /^_[\w-]{43}$/.test(id);

/** Where the browser goes to sign in (SAML Bindings, section 3.4). */
export function signInAddress(
  settings: SamlSettings,
  id: string,
  { silent, forced }: { silent: boolean; forced: boolean },
): string {
  const { signInUrl } = settings.provider;
  const xml = message(settings, 'AuthnRequest', signInUrl, {
    ID: id,
    attributes: {
      AssertionConsumerServiceURL: settings.callbackUrl,
      ProtocolBinding: postBinding,
      ...(silent ? { IsPassive: 'true' } : {}),
      ...(forced ? { ForceAuthn: 'true' } : {}),
    },
  });
  return addressWith(settings, signInUrl, { SAMLRequest: xml });
}

/** Where the browser goes to end the session at the provider. */
export function logoutAddress(
  settings: SamlSettings,
  logoutUrl: string,
  { nameId, sessionIndex }: { nameId: NameId; sessionIndex: string | null },
): string {
  const { value, format, nameQualifier, spNameQualifier } = nameId;
  const named = { Format: format, NameQualifier: nameQualifier, SPNameQualifier: spNameQualifier };
  const index = sessionIndex === null ? '' : element('samlp:SessionIndex', {}, escapeXml(sessionIndex));
  const xml = message(settings, 'LogoutRequest', logoutUrl, {
    content: element('saml:NameID', named, escapeXml(value)) + index,
  });
  return addressWith(settings, logoutUrl, { SAMLRequest: xml });
}

/** Where the browser goes on after the provider ended sessions here. */
export function logoutResponseAddress(
  settings: SamlSettings,
  logoutUrl: string,
  { requestId, relayState }: { requestId: string; relayState: string | null },
): string {
  const status = element('samlp:StatusCode', { Value: `${statusPrefix}Success` }, '');
  const xml = message(settings, 'LogoutResponse', logoutUrl, {
    attributes: { InResponseTo: requestId },
    content: element('samlp:Status', {}, status),
  });
  return addressWith(settings, logoutUrl, { SAMLResponse: xml, RelayState: relayState });
}

type Attributes = Readonly<Record<string, string | null>>;

function message(
  settings: SamlSettings,
  name: string,
  destination: string,
  { ID = newId(), attributes = {}, content = '' }: { ID?: string; attributes?: Attributes; content?: string },
): string {
  const own = {
    'xmlns:samlp': protocol,
    'xmlns:saml': assertion,
    ID,
    Version: '2.0',
    IssueInstant: new Date().toISOString(),
    Destination: destination,
    ...attributes,
  };
  const issuer = element('saml:Issuer', {}, escapeXml(settings.entityId));
  return element(`samlp:${name}`, own, issuer + content);
}

/** @param content XML, or escaped text */
export function element(name: string, attributes: Attributes, content: string): string {
  const written = Object.entries(attributes).filter(([, value]) => value !== null);
  const start = [name, ...written.map(([key, value]) => `${key}="${escapeXml(value ?? '')}"`)].join(' ');
  return `<${start}>${content}</${name}>`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');
}

/** The message in the query of an address, signed where a key is configured (SAML Bindings, section 3.4.4.1). */
function addressWith(
  { signingKey }: SamlSettings,
  address: string,
  {
    RelayState = null,
    ...message
  }: { SAMLRequest?: string; SAMLResponse?: string; RelayState?: string | null },
): string {
  const [[name, xml] = ['', '']] = Object.entries(message);
  const pairs = [[name, deflateRawSync(xml).toString('base64')]];
  if (RelayState !== null) pairs.push(['RelayState', RelayState]);
  if (signingKey !== null) pairs.push(['SigAlg', rsaSha256]);
  let query = pairs.map(([key = '', value = '']) => `${key}=${encodeURIComponent(value)}`).join('&');
  if (signingKey !== null) {
    const signature = createSign('RSA-SHA256').update(query).sign(signingKey, 'base64');
    query += `&Signature=${encodeURIComponent(signature)}`;
  }
  return address + (address.includes('?') ? '&' : '?') + query;
}
