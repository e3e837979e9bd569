/** A file that is read in pieces: from the first byte to the one before `end`. */
export interface PdfSource {
  readonly bytes: number;
  read(begin: number, end: number): Promise<Uint8Array>;
}

/** What is used of pdf.js. The caller provides it: the browser and the process on the server load it differently. */
export interface PdfLibrary {
  getDocument(source: object): { promise: Promise<PdfDocument>; destroy(): Promise<void> };
  PDFDataRangeTransport: new (length: number, initialData: Uint8Array | null) => RangeTransport;
}

interface RangeTransport {
  requestDataRange(begin: number, end: number): void;
  onDataRange(begin: number, chunk: Uint8Array | null): void;
}

export interface PdfDocument {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
  getMetadata(): Promise<{ info: object }>;
}

interface PdfPage {
  /** Left, bottom, right, and top of what is shown: the crop box within the media box, in units. */
  readonly view: readonly number[];
  /** Points in a unit (PDF 1.6). */
  readonly userUnit: number;
  readonly rotate: number;
}

/** Inches, as the page is seen. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export type FirstPage =
  | ({ readonly kind: 'page'; readonly pages: number } & PageSize)
  | { readonly kind: 'encrypted' }
  | { readonly kind: 'unreadable' };

const pointsPerInch = 72;
/** What pdf.js asks for at a time: a size needs few bytes of a large file. */
const chunkBytes = 64 * 1024;

/**
 * The size of the first page of a PDF, the same in the browser and on the server: taking into account crop box,
 * user unit, and rotation, inherited ones as well (ISO 32000-1, 7.7.3.4 and 14.11.2).
 * @param use What else to do with the document before it is closed, such as drawing its page
 * @throws What `source.read` and `use` throw
 */
export async function readFirstPage(
  library: PdfLibrary,
  source: PdfSource,
  use: (document: PdfDocument) => Promise<void> = async () => undefined,
): Promise<FirstPage> {
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  failed.catch(() => undefined);
  const task = library.getDocument(settings(library, source, fail));
  try {
    const document = await Promise.race([task.promise, failed]);
    if (await isEncrypted(document)) return { kind: 'encrypted' };
    const page = await Promise.race([measure(document), failed]);
    if (page.kind === 'page') await use(document);
    return page;
  } catch (error) {
    if (error instanceof SourceFailure) throw error.cause;
    if (nameOf(error) === 'PasswordException') return { kind: 'encrypted' };
    if (libraryErrors.has(nameOf(error))) return { kind: 'unreadable' };
    throw error;
  } finally {
    await task.destroy();
  }
}

/** The names pdf.js has for what is wrong with a file. */
const libraryErrors: ReadonlySet<string> = new Set([
  'InvalidPDFException',
  'FormatError',
  'UnknownErrorException',
  'XRefEntryException',
  'XRefParseException',
  'MissingDataException',
  'ParserEOFException',
]);

class SourceFailure extends Error {}

function settings(library: PdfLibrary, source: PdfSource, fail: (error: unknown) => void): object {
  class Pieces extends library.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      source.read(begin, end).then(
        (chunk) => this.onDataRange(begin, chunk),
        (cause: unknown) => fail(new SourceFailure('The file cannot be read.', { cause })),
      );
    }
  }
  return {
    range: new Pieces(source.bytes, null),
    rangeChunkSize: chunkBytes,
    // Only what is needed, never the whole file just in case.
    disableAutoFetch: true,
    disableStream: true,
    // Our pages' policy allows neither WebAssembly nor generated code.
    useWasm: false,
    useWorkerFetch: false,
    disableWorkerRendering: true,
    enableXfa: false,
    // Only errors.
    verbosity: 0,
  };
}

/** Even if no password is required: an owner's password alone can forbid printing. */
async function isEncrypted(document: PdfDocument): Promise<boolean> {
  const { info } = await document.getMetadata();
  return 'EncryptFilterName' in info && info.EncryptFilterName !== null;
}

async function measure(document: PdfDocument): Promise<FirstPage> {
  if (document.numPages < 1) return { kind: 'unreadable' };
  const { view, userUnit, rotate } = await document.getPage(1);
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  const inches = (units: number) => (units * userUnit) / pointsPerInch;
  const sides = [inches(right - left), inches(top - bottom)] as const;
  if (!sides.every((side) => Number.isFinite(side) && side > 0)) return { kind: 'unreadable' };
  const [width, height] = rotate % 180 === 0 ? sides : sides.toReversed();
  return { kind: 'page', width: width ?? 0, height: height ?? 0, pages: document.numPages };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
