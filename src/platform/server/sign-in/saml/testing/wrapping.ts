const start = /<saml:Assertion [^>]*>/;

/** The assertion of a response, and its signature. */
function partsOf(xml: string) {
  const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
  const signature = /<ds:Signature .*?<\/ds:Signature>/s.exec(assertion)?.[0] ?? '';
  if (assertion === '' || signature === '') throw new Error('This response has no signed assertion.');
  const bare = assertion.replace(signature, '');
  return { assertion, signature, bare, evil: victimIn(bare) };
}

/** Names the victim instead, under another id. */
function victimIn(xml: string, id = '_evil'): string {
  return xml
    .replaceAll('ida@sawtooth.example', 'dean@sawtooth.example')
    .replace(/(<saml:Assertion [^>]*\bID=")[^"]*/, `$1${id}`);
}

/** A signed response, changed in every way that has fooled a service provider (Somorovsky and others, 2012). */
export function wrappedFormsOf(xml: string): Record<string, string> {
  const { assertion, signature, bare, evil } = partsOf(xml);
  const id = /\bID="([^"]*)"/.exec(assertion)?.[1] ?? '';
  const put = (text: string) => xml.replace(assertion, () => text);
  const object = (text: string) =>
    signature.replace('</ds:Signature>', () => `<ds:Object>${text}</ds:Object></ds:Signature>`);
  const inside = (outer: string, text: string) => outer.replace(start, (tag) => tag + text);
  const sameId = victimIn(bare, id);
  const extensions = (text: string) =>
    xml.replace('<samlp:Status>', () => `<samlp:Extensions>${text}</samlp:Extensions><samlp:Status>`);
  return {
    'an assertion before the signed one': put(evil + assertion),
    'an assertion after the signed one': put(assertion + evil),
    'an assertion around the signed one': put(inside(evil, assertion)),
    'an assertion inside the signed one': put(inside(assertion, evil)),
    'the signature moved into another assertion, the signed one next to it': put(
      inside(evil, signature) + bare,
    ),
    'the signature moved into another assertion, the signed one inside': put(inside(evil, signature + bare)),
    'the signed assertion as an object of the signature': put(inside(evil, object(bare))),
    'another assertion as an object of the signature': put(inside(bare, object(evil))),
    'the signed assertion in the extensions': extensions(assertion).replace(
      /(<\/samlp:Status>).*(<\/samlp:Response>)$/s,
      (_all, one, two) => one + evil + two,
    ),
    'another assertion in the extensions': extensions(evil),
    'another assertion with the same id before': put(sameId + assertion),
    'another assertion with the same id around': put(inside(sameId, assertion)),
    'another element with the same id': xml.replace('<samlp:Status>', `<samlp:Status ID="${id}">`),
    'the whole response inside another': xml
      .replace(/^<samlp:Response[^>]*>/, (tag) => tag.replace(/\bID="[^"]*"/, 'ID="_outer"') + tag)
      .replace(/$/, '</samlp:Response>'),
    'two roots': xml + xml,
    'two roots, the other first': put(evil) + xml,
    'an assertion of another namespace before': put(
      evil.replaceAll('saml:', '').replace('<Assertion ', '<Assertion xmlns="urn:evil" ') + assertion,
    ),
    'two signatures': put(inside(assertion, signature)),
    'two references': put(assertion.replace(/<ds:Reference .*<\/ds:Reference>/s, (one) => one + one)),
    'a reference to the whole document': put(assertion.replace(`URI="#${id}"`, 'URI=""')),
    'no reference': put(assertion.replace(/<ds:Reference .*<\/ds:Reference>/s, '')),
    'no signature': put(bare),
    'an empty signature': put(inside(bare, '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>')),
    'another name in the signed assertion': victimIn(xml, id),
    'a group more': xml.replace('</saml:AttributeValue>', 'x</saml:AttributeValue>'),
  };
}
