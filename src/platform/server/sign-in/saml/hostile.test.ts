import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ida, samlCollegeForTests } from './testing/college.ts';
import type { Manner } from './testing/identity-provider.ts';
import { keyPairs } from './testing/key-pairs.ts';
import { wrappedFormsOf } from './testing/wrapping.ts';
import { libraries } from './xml-library.ts';

const college = samlCollegeForTests();
/** In the part of the signature that is looked at before it is verified. */
const withInSignedInfo = (xml: string, more: string) =>
  xml.replace(
    /<ds:CanonicalizationMethod ([^>]*?)\/?>(<\/ds:CanonicalizationMethod>)?/,
    (_whole, attributes: string) =>
      `<ds:CanonicalizationMethod ${attributes}>${more}</ds:CanonicalizationMethod>`,
  );
const encode = (xml: string) => Buffer.from(xml).toString('base64');
const decode = (response: string) => Buffer.from(response, 'base64').toString('utf8');
const signatureMethod = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/** That none of these forms of a really signed response signs anyone in, and the response itself does. */
async function refuseAll(forms: (xml: string) => Record<string, string>, manner: Manner = {}): Promise<void> {
  const browser = college.visitor();
  const response = await browser.pass(ida, manner);
  for (const [name, xml] of Object.entries(forms(decode(response)))) {
    expect([name, xml === decode(response)]).toEqual([name, false]);
    const answer = await browser.post(encode(xml));
    expect([name, answer.status, answer.headers.location]).toEqual([name, 403, undefined]);
    expect(answer.text).toContain('could not be verified');
  }
  expect(await college.sessions()).toBe(0);
  expect((await browser.arrive(response)).headers.location).toBe('/');
  expect(await college.sessions()).toBe(1);
}

describe('what is made from a signed response', () => {
  it('by wrapping the assertion that was signed is refused', () => refuseAll(wrappedFormsOf));

  it('by wrapping it where the response is signed too is refused', () =>
    refuseAll(wrappedFormsOf, { signs: 'both' }));

  it('by what readers of XML treat differently is refused', () =>
    refuseAll((xml) => {
      const inName = (text: string) => xml.replaceAll('ida@sawtooth.example', `ida@sawtooth.example${text}`);
      const withType = (type: string, text = '') =>
        `${type}${xml.replaceAll('Ida Lorne', `Ida Lorne${text}`)}`;
      const laughs = Array.from(
        { length: 9 },
        (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
      ).join('');
      return {
        // Canonicalization drops comments, so this signature is still good.
        'a comment in the name': inName('<!---->.evil.example'),
        'an instruction in the name': inName('<?evil?>.evil.example'),
        CDATA: xml.replaceAll('ida@sawtooth.example', '<![CDATA[ida@sawtooth.example]]>'),
        'a document type': withType('<!DOCTYPE a>'),
        'an entity': withType('<!DOCTYPE a [<!ENTITY e "x">]>', '&e;'),
        'an outside entity': withType('<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>', '&e;'),
        'a billion laughs': withType(`<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]>`, '&l9;'),
        'an unknown entity': xml.replaceAll('Ida Lorne', 'Ida&nbsp;Lorne'),
        'an unquoted attribute': xml.replace('Version="2.0"', 'Version=2.0'),
        'an attribute twice': xml.replace('Version="2.0"', 'Version="2.0" Version="2.0"'),
        'text after the end': `${xml}evil`,
        'nothing but a start': xml.slice(0, xml.length / 2),
        '40 levels more': xml.replace(
          '<samlp:Status>',
          () => `<samlp:Status>${'<a>'.repeat(60)}${'</a>'.repeat(60)}`,
        ),
        'fifteen thousand levels': xml.replace(
          '<samlp:Status>',
          () => `<samlp:Status>${'<a>'.repeat(15_000)}`,
        ),
      };
    }));

  it('without its signature costs little: nothing is compared that the provider did not vouch for', async () => {
    const compare = vi.spyOn(libraries().signatures.SignedXml.prototype, 'getCanonXml');
    onTestFinished(() => compare.mockRestore());
    const attributes = Array.from({ length: 9_000 }, (_one, at) => `xmlns:p${at}="u" p${at}:a=""`).join(' ');
    await refuseAll((xml) => ({
      'another value': xml.replace(/(<ds:SignatureValue>)[^<]*/, '$1AAAA'),
      'another digest': xml.replace(/(<ds:DigestValue>)[^<]*/, '$1AAAA'),
      'six thousand elements more': xml.replace('</samlp:Status>', `${'<a/>'.repeat(6_000)}</samlp:Status>`),
      'fifty thousand prefixes': withInSignedInfo(
        xml,
        `<InclusiveNamespaces PrefixList="${'saml '.repeat(50_000)}"/>`,
      ),
      'thousands of attributes in it': withInSignedInfo(xml, `<a ${attributes}/>`),
      'thousands of attributes': xml.replace('</samlp:Status>', `<a ${attributes}/></samlp:Status>`),
      'hundreds of elements': withInSignedInfo(xml, '<a/>'.repeat(300)),
      'a line separator': xml.replace('</samlp:Status>', `${'a'.repeat(100_000)}\u2029</samlp:Status>`),
      'hundreds of names': xml.replace(
        '</samlp:Status>',
        `${Array.from({ length: 300 }, (_one, at) => `<n${at}/>`).join('')}</samlp:Status>`,
      ),
    }));
    const findings = college.refusals().map(({ finding }) => finding);
    expect(findings).toEqual([
      ...['signature', 'signature', 'too many elements'],
      ...['signature too large', 'too many attributes', 'too many attributes', 'signature too large'],
      ...['line separator', 'too many names'],
    ]);
    expect(compare.mock.calls.filter(([transforms]) => (transforms as string[]).length > 1)).toHaveLength(1);
  });

  it('by other algorithms is refused', () =>
    refuseAll((xml) => {
      const info = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(xml)?.[0] ?? '';
      const hmac = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
      // As a verifier would see it that takes the public certificate for a shared secret.
      const confused = info.replace(signatureMethod, hmac);
      const canonical = confused.replace(
        '<ds:SignedInfo>',
        '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">',
      );
      const mac = createHmac('sha1', keyPairs.idp.certificate).update(canonical).digest('base64');
      const transforms = /<ds:Transforms>.*<\/ds:Transforms>/s;
      return {
        HMAC: xml.replace(info, confused).replace(/(<ds:SignatureValue>)[^<]*/, `$1${mac}`),
        none: xml.replace(signatureMethod, '').replace(/(<ds:SignatureValue>)[^<]*/, '$1'),
        'no transforms': xml.replace(transforms, ''),
        'a transform more': xml.replace(
          '</ds:Transforms>',
          '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/></ds:Transforms>',
        ),
        'canonicalization with comments': xml.replaceAll('xml-exc-c14n#"', 'xml-exc-c14n#WithComments"'),
        SHA1: xml.replaceAll('xmlenc#sha256', 'xmldsig#sha1').replace('xmlenc#sha256', 'x'),
      };
    }));

  it.each<[string, Manner]>([
    ['RSA with SHA-1', { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['another key whose certificate comes with it', { signer: 'portal' }],
    [
      'RSA 1.5 for the key',
      {
        signs: 'response',
        encrypts: true,
        ciphers: {
          dataEncryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
          keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5',
        },
      },
    ],
    [
      'AES in CBC that nothing signed',
      { encrypts: true, ciphers: { dataEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc' } },
    ],
  ])('with %s is refused', async (_name, manner) => {
    const browser = college.visitor();
    expect((await browser.arrive(await browser.pass(ida, manner))).status).toBe(403);
    expect(await college.sessions()).toBe(0);
  });

  it('with AES in GCM that nothing signed is accepted for the signed assertion inside', async () => {
    const ciphers = { dataEncryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm' };
    const browser = college.visitor();
    expect(
      (await browser.arrive(await browser.pass(ida, { encrypts: true, ciphers }))).headers.location,
    ).toBe('/');
  });

  it('is refused when it is no XML, no base64, or too large', async () => {
    const browser = college.visitor();
    const response = await browser.pass();
    for (const posted of [
      '',
      'PHg+',
      'not base64!',
      `${response}=`,
      `${response.slice(0, 40)}-${response.slice(41)}`,
      encode('<a/>'),
      encode('\0'),
    ]) {
      expect([posted.slice(0, 20), (await browser.post(posted)).status]).toEqual([posted.slice(0, 20), 403]);
    }
    expect((await browser.post(`${response}${'A'.repeat(400 * 1024)}`)).status).toBe(413);
  });
});

describe('a response that the provider really signed', () => {
  const evil = 'https://evil.example/callback';
  const cases: [string, (xml: string) => string, string][] = [
    [
      'to another address',
      (xml) => xml.replace(/Destination="[^"]*"/, `Destination="${evil}"`),
      'Destination',
    ],
    ['to no address', (xml) => xml.replace(/ Destination="[^"]*"/, ''), 'Destination'],
    [
      'for another portal',
      (xml) => xml.replace(/<saml:Audience>[^<]*/, `<saml:Audience>${evil}`),
      'Audience',
    ],
    [
      'for no portal',
      (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
      'Audience',
    ],
    ['for another recipient', (xml) => xml.replace(/Recipient="[^"]*"/, `Recipient="${evil}"`), 'Recipient'],
    ['for no recipient', (xml) => xml.replace(/ Recipient="[^"]*"/, ''), 'Recipient'],
    ['of another issuer', (xml) => xml.replaceAll(/<saml:Issuer>[^<]*/g, `<saml:Issuer>${evil}`), 'Issuer'],
    [
      'without an end',
      (xml) => xml.replace(/(<saml:SubjectConfirmationData )NotOnOrAfter="[^"]*"/, '$1'),
      'no time in NotOnOrAfter',
    ],
    [
      'without a bearer',
      (xml) => xml.replace('cm:bearer', 'cm:sender-vouches'),
      'not one bearer confirmation',
    ],
    [
      'with a condition that we do not know',
      (xml) =>
        xml.replace(
          '</saml:Conditions>',
          '<saml:Condition xmlns:e="urn:e" xsi:type="e:Only"/></saml:Conditions>',
        ),
      'unknown condition',
    ],
    ['in an envelope of SAML 1.1', (xml) => xml.replace('Version="2.0"', 'Version="1.1"'), 'Version'],
    [
      'with an assertion of SAML 1.1',
      (xml) => xml.replace(/(<saml:Assertion [^>]*)Version="2.0"/, '$1Version="1.1"'),
      'Version',
    ],
    [
      'with two confirmations',
      (xml) => xml.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, '$&$&'),
      'not one bearer confirmation',
    ],
    [
      'without a sign-in',
      (xml) => xml.replace(/<saml:AuthnStatement .*<\/saml:AuthnStatement>/, ''),
      'no AuthnStatement',
    ],
    [
      'with two subjects',
      (xml) =>
        xml.replace(
          'ida@sawtooth.example</saml:AttributeValue>',
          'ida@sawtooth.example</saml:AttributeValue><saml:AttributeValue>dean@sawtooth.example</saml:AttributeValue>',
        ),
      'several subjects',
    ],
    [
      'to another request in its envelope',
      (xml) => xml.replace(/InResponseTo="[^"]*"/, `InResponseTo="_${'a'.repeat(43)}"`),
      'InResponseTo',
    ],
  ];

  it.each(cases)('%s is refused', async (_name, change, finding) => {
    const browser = college.visitor();
    const answer = await browser.arrive(await browser.pass(ida, { signs: 'both', change }));
    expect([answer.status, college.refusals()]).toEqual([403, [expect.objectContaining({ finding })]]);
    expect(await college.sessions()).toBe(0);
  });

  it('leaves no groups out: a provider that sends a link instead of them stops the sign-in', async () => {
    const attributes = {
      ...ida.attributes,
      'http://schemas.microsoft.com/claims/groups.link': ['https://x'],
    };
    const browser = college.visitor();
    const answer = await browser.arrive(await browser.pass({ ...ida, attributes }));
    expect(answer.text).toContain('too many groups');
    expect(await college.sessions()).toBe(0);
  });
});
