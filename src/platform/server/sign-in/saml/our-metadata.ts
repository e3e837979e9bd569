import { element } from './messages.ts';
import { metadata, postBinding, protocol, redirectBinding, signature } from './names.ts';
import type { SamlSettings } from './saml-settings.ts';

const encryptionMethods = [
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
];

/** What a provider has to know about this portal (SAML Metadata, section 2.4.4). */
export function ourMetadata(settings: SamlSettings): string {
  const { entityId, callbackUrl, singleLogoutUrl, signingKey, ourCertificates } = settings;
  // Also one that does not sign yet: the provider has to know it before the first request that it signs.
  const keys = ourCertificates.flatMap((certificate) => [
    keyDescriptor('signing', certificate),
    keyDescriptor('encryption', certificate),
  ]);
  const role = element(
    'md:SPSSODescriptor',
    {
      AuthnRequestsSigned: String(signingKey !== null),
      WantAssertionsSigned: 'true',
      protocolSupportEnumeration: protocol,
    },
    [
      ...keys,
      element('md:SingleLogoutService', { Binding: redirectBinding, Location: singleLogoutUrl }, ''),
      element(
        'md:AssertionConsumerService',
        { Binding: postBinding, Location: callbackUrl, index: '0', isDefault: 'true' },
        '',
      ),
    ].join(''),
  );
  const root = { 'xmlns:md': metadata, 'xmlns:ds': signature, entityID: entityId };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('md:EntityDescriptor', root, role)}\n`;
}

function keyDescriptor(use: 'signing' | 'encryption', certificate: string): string {
  const shown = element('ds:X509Data', {}, element('ds:X509Certificate', {}, certificate));
  const methods = use === 'signing' ? [] : encryptionMethods;
  return element(
    'md:KeyDescriptor',
    { use },
    element('ds:KeyInfo', {}, shown) +
      methods.map((Algorithm) => element('md:EncryptionMethod', { Algorithm }, '')).join(''),
  );
}
