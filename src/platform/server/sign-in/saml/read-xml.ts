import { libraries, type XmlElement } from './xml-library.ts';

/** XML that is not what we read. `finding` says why in a word, never with a value from it. */
export class BadXml extends Error {
  readonly finding: string;

  constructor(finding: string) {
    super(`XML refused: ${finding}`);
    this.name = 'BadXml';
    this.finding = finding;
  }
}

/** A response with a thousand groups is a fifth of it. */
const mostCharacters = 1024 * 1024;
/** A message of 20,000 would take a quarter of a second, and anyone can send one. A file of a federation is our own. */
const mostElements = { message: 6_000, file: 20_000 };
/** A response has some thirty. */
const mostNames = 200;
/** An element has some ten, with its namespaces. To write one in canonical form takes the square of their number. */
const mostAttributes = 30;
/** An attribute value of an encrypted assertion is about 10 deep. */
const deepest = 40;

/** References to the five characters that XML needs; any other would need a document type. */
const strayReference = /&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});)/;
const idNames: ReadonlySet<string> = new Set(['ID', 'Id', 'id']);

/**
 * Reads a SAML message strictly: no document type, so no entities; no comments, processing instructions or CDATA,
 * which readers treat differently; one root; no ID twice; bounded in size, depth, and number of elements.
 * @throws BadXml
 */
export function readMessage(written: string): XmlElement {
  const text = withoutDeclaration(written);
  if (/<[!?]/.test(text)) throw new BadXml('comment, document type, or instruction');
  // The library that verifies signatures looks for lines in a time that grows with the square of the text around these.
  if (/[\u2028\u2029]/.test(text)) throw new BadXml('line separator');
  if (namesIn(text).size > mostNames) throw new BadXml('too many names');
  assertNested(text);
  const root = parse(text, mostElements.message);
  assertAttributes(root);
  return root;
}

/** Reads a file of our own operator, where comments are usual. @throws BadXml */
export function readFile(written: string): XmlElement {
  if (/<!(?!--)/.test(written)) throw new BadXml('document type');
  return parse(withoutDeclaration(written), mostElements.file);
}

/** Of elements. The parser looks through the whole text for the end of each. */
function namesIn(text: string): Set<string | undefined> {
  return new Set(Array.from(text.matchAll(/<([^\s/>]+)/g), ([, name]) => name));
}

/** A name ends where it says, or a long one without an end would be tried at each of its letters. */
const tag = /[^<]*<(\/?)([^\s<>"'/]+)(?=[\s/>])([^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*)>/gy;

/**
 * That each element ends within the one around it, and not too deep. The parser takes seconds for thousands of levels
 * with a namespace each, and lets some elements without an end pass.
 */
function assertNested(text: string): void {
  const open: string[] = [];
  let read = 0;
  for (const [whole, slash, name = '', rest] of text.matchAll(tag)) {
    read += whole.length;
    if (slash === '/') {
      if (open.pop() !== name) throw new BadXml('not well-formed');
    } else if (rest?.endsWith('/') !== true) {
      open.push(name);
    }
    if (open.length > deepest) throw new BadXml('nested too deeply');
  }
  if (open.length > 0 || text.includes('<', read)) throw new BadXml('not well-formed');
}

function withoutDeclaration(written: string): string {
  // Line ends as XML 1.0, section 2.11 has them; the parser leaves them to us.
  return written
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^\s*<\?xml\s[^<>]*\?>/, '')
    .trim();
}

function parse(text: string, most: number): XmlElement {
  if (text.length > mostCharacters) throw new BadXml('too long');
  if (strayReference.test(text)) throw new BadXml('unknown entity');
  if (text.split(/<(?!\/)/, most + 2).length > most + 1) throw new BadXml('too many elements');
  const refuse = (): never => {
    throw new BadXml('not well-formed');
  };
  const { dom } = libraries();
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
  const parser = new dom.DOMParser({ errorHandler });
  let nodes: XmlElement[];
  try {
    nodes = [...Array.from(parser.parseFromString(text, 'text/xml').childNodes)];
  } catch {
    return refuse();
  }
  const roots = nodes.filter(isElement);
  const rest = nodes.filter((node) => !isElement(node) && node.nodeType !== commentNode);
  const [root] = roots;
  if (root === undefined || roots.length > 1 || rest.some(({ textContent }) => textContent?.trim() !== ''))
    throw new BadXml('not one root');
  assertShallow(root);
  return root;
}

const elementNode = 1;
const commentNode = 8;
const isElement = ({ nodeType }: XmlElement) => nodeType === elementNode;

/** Before anything walks it by calling itself. */
function assertShallow(root: XmlElement): void {
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw new BadXml('nested too deeply');
    level = level.flatMap(childrenOf);
  }
}

/** Few on each element, and no ID twice. */
function assertAttributes(root: XmlElement): void {
  const seen = new Set<string>();
  for (const element of [root, ...descendantsOf(root)]) {
    if (element.attributes.length > mostAttributes) throw new BadXml('too many attributes');
    for (const { localName, value } of Array.from(element.attributes)) {
      if (!idNames.has(localName)) continue;
      if (seen.has(value)) throw new BadXml('ID twice');
      seen.add(value);
    }
  }
}

export function childrenOf(element: XmlElement): XmlElement[] {
  return Array.from(element.childNodes).filter(isElement);
}

export function descendantsOf(element: XmlElement): XmlElement[] {
  return childrenOf(element).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** The children with this name. */
export function childrenNamed(element: XmlElement, namespace: string, name: string): XmlElement[] {
  return childrenOf(element).filter((child) => child.namespaceURI === namespace && child.localName === name);
}

/** The only child with this name. @throws BadXml if there are several, or none and it is needed */
export function onlyChild(element: XmlElement, namespace: string, name: string): XmlElement {
  const child = childIfAny(element, namespace, name);
  if (child === null) throw new BadXml(`no ${name}`);
  return child;
}

export function childIfAny(element: XmlElement, namespace: string, name: string): XmlElement | null {
  const [child, ...more] = childrenNamed(element, namespace, name);
  if (more.length > 0) throw new BadXml(`several ${name}`);
  return child ?? null;
}

/** The text of an element that has only text. @throws BadXml if it also has elements */
export function textOf(element: XmlElement): string {
  if (childrenOf(element).length > 0) throw new BadXml(`elements in ${element.localName}`);
  return (element.textContent ?? '').trim();
}
