import { createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { rsaSha256 } from './names.ts';
import { readMessage } from './read-xml.ts';
import { keyPairs } from './testing/key-pairs.ts';
import { verifySignature } from './verify-signature.ts';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

test('a signature is verified that names namespaces of the elements around it', () => {
  const signer = new SignedXml({
    privateKey: keyPairs.idp.key,
    signatureAlgorithm: rsaSha256,
    canonicalizationAlgorithm: exclusive,
    inclusiveNamespacesPrefixList: ['xs', 'own', 'missing'],
  });
  signer.addReference({
    xpath: '/*',
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  });
  signer.computeSignature('<r xmlns:xs="urn:xs" xmlns:own="urn:own" ID="_1"><name>Ida</name></r>');
  const xml = signer.getSignedXml();
  const key = createPublicKey(keyPairs.idp.certificate);
  expect(xml).toContain('InclusiveNamespaces PrefixList="xs own missing"');
  expect(verifySignature(readMessage(xml), [key]).textContent).toContain('Ida');
});
