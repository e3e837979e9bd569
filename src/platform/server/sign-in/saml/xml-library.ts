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
    SignedXml: new () => SignedXml;
  };
}

type Algorithms = Record<string, unknown>;

export interface Namespaces {
  inclusiveNamespacesPrefixList: readonly string[];
  ancestorNamespaces: readonly { prefix: string; namespaceURI: string }[];
}

export interface SignedXml {
  CanonicalizationAlgorithms: Algorithms;
  /** What the transform of an enveloped signature leaves out. */
  signatureNode: XmlElement;
  getCanonXml(transforms: readonly string[], element: XmlElement, options: Namespaces): string;
}

let loaded: Libraries | null = null;

/** The XML libraries. They are loaded with the first provider of this kind, so that other kinds cost nothing. */
export function libraries(): Libraries {
  if (loaded === null) {
    const require = createRequire(import.meta.url);
    loaded = { dom: require('@xmldom/xmldom'), signatures: require('xml-crypto') };
  }
  return loaded;
}
