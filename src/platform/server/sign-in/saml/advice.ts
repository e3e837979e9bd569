import { clockAdvice } from '../provider-entry.ts';
import type { SamlSettings } from './saml-settings.ts';

/** What an operator has to change for a response that failed a check, if that is likely. */
export function adviceFor(finding: string, settings: SamlSettings): string | undefined {
  const { entityId, callbackUrl, provider } = settings;
  const advice: Readonly<Record<string, string>> = {
    signature: 'It may have been signed with a new key. Get the current metadata of the provider.',
    'not signed': 'The provider has to sign its responses or assertions.',
    'signature algorithm': 'The provider has to sign with RSA and SHA-256.',
    'digest algorithm': 'The provider has to sign with RSA and SHA-256.',
    Issuer: `The metadata file is about ${provider.entityId}, and another provider responded.`,
    Audience: `The provider has to know this portal as ${entityId} (entity ID, audience).`,
    Destination: `The provider has to send responses to ${callbackUrl}.`,
    Recipient: `The provider has to send responses to ${callbackUrl}.`,
    'encrypted, and no key is configured': 'Configure keys, or turn off encryption at the provider.',
    'encryption algorithm': 'The provider has to encrypt with AES-GCM.',
    'key encryption algorithm': 'The provider has to encrypt the key with RSA-OAEP.',
    decryption: 'The provider may use an older certificate of this portal. Give it the current metadata.',
  };
  return advice[finding];
}

/** The same for a request to end sessions. */
export function adviceForLogout(finding: string, settings: SamlSettings): string | undefined {
  const advice: Readonly<Record<string, string>> = {
    'not signed': 'The provider has to sign its sign-out requests.',
    Destination: `The provider has to send sign-out requests to ${settings.singleLogoutUrl}.`,
  };
  return advice[finding] ?? adviceFor(finding, settings);
}

/** The same for what a provider leaves out about a person, and for when it says something. */
export function refusalAdvice(settings: SamlSettings) {
  return {
    clock: clockAdvice(settings),
    'no-email': `The provider has to release an address in the attribute ${settings.attributes.email} (attributes.email).`,
  };
}
