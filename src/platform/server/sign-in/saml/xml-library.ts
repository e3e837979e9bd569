import { createRequire } from 'node:module';

/** What we use of an element; the library's own types would bring those of a browser into the server. */
export interface XmlElement {
  readonly nodeType: number;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<XmlElement>;
  readonly attributes: ArrayLike<{ localName: string; name: string; value: string }>;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  lookupNamespaceURI(prefix: string): string | null;
}

interface ErrorHandler {
  warning(message: string): never;
  error(message: string): never;
  fatalError(message: string): never;
}

interface Libraries {
  dom: {
    DOMParser: new (options: {
      errorHandler: ErrorHandler;
    }) => { parseFromString(text: string, type: 'text/xml'): { childNodes: ArrayLike<XmlElement> } };
  };
  signatures: {
    SignedXml: new (options: { publicCert: string }) => SignedXml;
  };
}

type Algorithms = Record<string, unknown>;

export interface Namespace {
  prefix: string;
  namespaceURI: string;
}

export interface SignedXml {
  SignatureAlgorithms: Algorithms;
  HashAlgorithms: Algorithms;
  CanonicalizationAlgorithms: Algorithms;
  loadSignature(signature: XmlElement): void;
  checkSignature(text: string): boolean;
  getCanonXml(
    transforms: readonly string[],
    element: XmlElement,
    options: { ancestorNamespaces: readonly Namespace[] },
  ): string;
  getSignedReferences(): string[];
}

let loaded: Libraries | null = null;

/** The XML libraries. They are loaded with the first provider of this kind, so that others cost nothing. */
export function libraries(): Libraries {
  if (loaded === null) {
    const require = createRequire(import.meta.url);
    loaded = { dom: require('@xmldom/xmldom'), signatures: require('xml-crypto') };
  }
  return loaded;
}
