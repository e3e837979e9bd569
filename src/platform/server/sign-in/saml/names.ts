/** The namespaces of SAML 2.0 and of what it uses. */
export const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const metadata = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const signature = 'http://www.w3.org/2000/09/xmldsig#';
export const encryption = 'http://www.w3.org/2001/04/xmlenc#';

export const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
export const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
export const statusPrefix = 'urn:oasis:names:tc:SAML:2.0:status:';
export const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Signatures that are accepted: RSA with SHA-256 or SHA-512. SHA-1 can be forged, and HMAC has no public key. */
export const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const rsaSha512 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512';

/**
 * Attributes of eduPerson and InCommon by the names that people use for them. An entry of `campus.yaml` may
 * name any other attribute as the provider sends it.
 */
const attributes: Readonly<Record<string, string>> = {
  'subject-id': 'urn:oasis:names:tc:SAML:attribute:subject-id',
  'pairwise-id': 'urn:oasis:names:tc:SAML:attribute:pairwise-id',
  eduPersonUniqueId: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.13',
  eduPersonPrincipalName: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.6',
  eduPersonEntitlement: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.7',
  eduPersonAffiliation: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.1',
  eduPersonScopedAffiliation: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.9',
  isMemberOf: 'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
  mail: 'urn:oid:0.9.2342.19200300.100.1.3',
  uid: 'urn:oid:0.9.2342.19200300.100.1.1',
  displayName: 'urn:oid:2.16.840.1.113730.3.1.241',
  givenName: 'urn:oid:2.5.4.42',
  sn: 'urn:oid:2.5.4.4',
  employeeNumber: 'urn:oid:2.16.840.1.113730.3.1.3',
};

/** The values of an attribute that is written in `campus.yaml` by its usual name, or as the provider sends it. */
export function valuesOf(sent: ReadonlyMap<string, readonly string[]>, written: string): readonly string[] {
  const usual = attributes[written];
  return (usual === undefined ? undefined : sent.get(usual)) ?? sent.get(written) ?? [];
}
