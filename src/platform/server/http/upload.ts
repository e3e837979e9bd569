import '@fastify/multipart';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Body, FileField } from '../../contract/call.ts';
import { oneLine } from '../../contract/fields.ts';
import type { Actor } from '../actor/actor.ts';
import type { ByteRange, FileStorage } from '../files/file-storage.ts';
import { demandSpace, type ReceivedFile, receive } from '../files/receive.ts';
import { demandClean, type FileScanner } from '../files/scanner.ts';
import { type HeldUpload, type StoredUpload, toUpload } from '../files/stored-files.ts';
import { invalid, Refusal } from '../refusal/refusal.ts';
import type { Route, UploadedFile } from './context.ts';
import { parsed } from './parsed.ts';
import type { HeldTables } from './tables-in-turn.ts';
import {
  longestText,
  megabytes,
  readFileName,
  readText,
  refuseLostLetter,
  refuseWrongTexts,
  restarting,
  shown,
  withQuotationMarks,
} from './upload-checks.ts';

/** Parts of a form are few; a client that sends endless ones is cut off. */
const mostParts = 60;
/** What the text fields and the frame around the parts may take besides the files. */
const frameBytes = 1024 * 1024;

export interface UploadServices {
  storage: FileStorage;
  /** Bytes that stay free on the disk. */
  keepFree: number;
  /** Scans stored files for viruses; `null` if none is configured. */
  scanner: FileScanner | null;
}

/** What a route adds to the declared call, and who sends it. */
export interface UploadLimits extends Pick<Route, 'maxBytes' | 'examine'> {
  /** Rejects the texts of a form before its files are read. @throws Refusal */
  demandTexts?(texts: Readonly<Record<string, unknown>>): void;
  actor: Actor;
}

type ReadingServices = UploadServices & Required<Omit<UploadLimits, 'maxBytes'>> & { tables: HeldTables };

export interface ReadUpload {
  fields: Record<string, unknown>;
  files: Record<string, (UploadedFile | StoredUpload)[]>;
  /** Works on what was uploaded, once there is memory for it. @throws Refusal `unavailable` */
  inTurn: HeldTables['inTurn'];
  /** Loads much else within that work. @throws Refusal `unavailable` */
  within: HeldTables['within'];
  /** Removes what no change has adopted. */
  discard(failure: unknown): Promise<void>;
}

/**
 * Reads a multipart body: text fields, files to be parsed into memory, files to be stored into the storage. What is
 * refused is read no further and leaves nothing behind. @param limits Of the route, by field
 */
export async function readUpload(
  body: Body & { kind: 'upload' },
  request: FastifyRequest,
  services: UploadServices,
  { maxBytes = {}, examine = {}, demandTexts = () => undefined, actor }: UploadLimits,
): Promise<ReadUpload> {
  const held: { name: string; upload: HeldUpload }[] = [];
  const tables = request.server.tables.open();
  const fields = Object.fromEntries(
    Object.entries(body.files).map(([name, field]) => [
      name,
      { ...field, maxBytes: Math.min(maxBytes[name] ?? field.maxBytes, scannable(field, services)) },
    ]),
  );
  const discard = async (failure: unknown) => {
    tables.release();
    for (const { name, upload } of held) {
      if (mayBeNamed(upload, failure)) continue;
      await services.storage.remove(name).catch(() => undefined);
    }
  };
  try {
    const read = (signal: AbortSignal) =>
      new Reading(
        { ...body, files: fields },
        request,
        { ...services, examine, demandTexts, actor, tables },
        signal,
        held,
      ).run();
    const { texts, files } = await request.server.uploads.run(read);
    return { fields: texts, files, inTurn: tables.inTurn, within: tables.within, discard };
  } catch (error) {
    request.server.pace.dropRest(request.raw);
    await discard(error);
    throw error;
  }
}

/** A file that the scanner does not accept as a whole is not accepted at all. */
function scannable({ handling }: FileField, { scanner }: UploadServices): number {
  return handling === 'stored' ? (scanner?.largest ?? Infinity) : Infinity;
}

/**
 * Whether a row may name the bytes: it is committed, or no one knows, because the connection to the database broke
 * while it was being committed. What then has no row is found by the nightly job.
 * @param failure `null` if the call succeeded: what is not committed then was undone, since its key had been used
 */
function mayBeNamed(upload: HeldUpload, failure: unknown): boolean {
  const state = upload.state();
  if (state !== 'adopted') return state === 'committed';
  const isKnown =
    failure === null || (failure instanceof Refusal && !['unavailable', 'defect'].includes(failure.kind));
  return !isKnown;
}

class Reading {
  readonly #body: Body & { kind: 'upload' };
  readonly #request: FastifyRequest;
  readonly #services: ReadingServices;
  readonly #signal: AbortSignal;
  readonly #held: { name: string; upload: HeldUpload }[];
  readonly #stored: { received: ReceivedFile; upload: StoredUpload; field: string }[] = [];
  readonly #texts: Record<string, string> = {};
  readonly #files: Record<string, (UploadedFile | StoredUpload)[]>;
  readonly #largest: number;
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(
    body: Body & { kind: 'upload' },
    request: FastifyRequest,
    services: ReadingServices,
    signal: AbortSignal,
    held: { name: string; upload: HeldUpload }[],
  ) {
    this.#body = body;
    this.#request = request;
    this.#services = services;
    this.#signal = signal;
    this.#held = held;
    this.#files = Object.fromEntries(Object.keys(body.files).map((name) => [name, []]));
    this.#largest = Math.max(...Object.values(body.files).map(({ maxBytes }) => maxBytes));
    const each = Object.values(body.files).map(({ maxBytes, maxFiles }) => maxBytes * maxFiles);
    this.#mostBytes = body.maxBytes ?? each.reduce((sum, bytes) => sum + bytes, 0);
  }

  async run() {
    await this.#judgeLength();
    const limits = {
      // What is larger is refused here, with its name, before the parser cuts it off.
      fileSize: Math.max(this.#largest, longestText) + 1,
      parts: mostParts,
      fieldNameSize: 100,
      headerPairs: 100,
    };
    // Texts, which have no file name, come as bytes, too: the parser would write a U+FFFD for what is not UTF-8.
    const isPartAFile = () => true;
    const stop = () => this.#request.raw.emit('error', restarting());
    this.#signal.addEventListener('abort', stop, { once: true });
    try {
      for await (const part of parsed(this.#request.files({ limits, isPartAFile }))) {
        const { fieldname, filename, file } = part;
        if (filename === undefined)
          this.#texts[fieldname] = await readText(fieldname, parsed<Buffer>(file), this.#texts);
        else await this.#takeFile({ ...part, filename: withQuotationMarks(filename) });
      }
    } finally {
      this.#signal.removeEventListener('abort', stop);
    }
    if (this.#signal.aborted) throw restarting();
    this.#services.demandTexts(this.#texts);
    for (const [name, { required }] of Object.entries(this.#body.files)) {
      if (required && this.#files[name]?.length === 0) throw invalid({ [name]: 'Choose a file.' });
    }
    // When everything has arrived: while a scanner is working, nothing is read, and that is not the sender being slow.
    for (const stored of this.#stored) {
      await this.#scan(stored);
      await this.#examine(stored);
    }
    return { texts: this.#texts, files: this.#files };
  }

  async #scan(stored: { received: ReceivedFile; field: string }): Promise<void> {
    const { storage, scanner } = this.#services;
    const [signal, log] = [this.#signal, this.#request.log];
    if (scanner !== null) await demandClean({ storage, scanner, signal, log, ...stored });
  }

  async #examine({
    received,
    upload,
    field,
  }: {
    received: ReceivedFile;
    upload: StoredUpload;
    field: string;
  }) {
    const { storage, examine, actor } = this.#services;
    const read = (range: ByteRange) => storage.read(received.name, range);
    await examine[field]?.({ upload, actor, read, signal: this.#signal, log: this.#request.log });
  }

  /** What the headers already say is too much is not read at all. A short form may have no file, and needs no room. */
  async #judgeLength(): Promise<void> {
    const length = Number(this.#request.headers['content-length'] ?? 0);
    if (length > this.#mostBytes + frameBytes)
      throw this.#tooLarge(Object.keys(this.#body.files)[0] ?? 'form');
    const isStored = Object.values(this.#body.files).some(({ handling }) => handling === 'stored');
    if (isStored && length > frameBytes) await demandSpace(this.#services, length);
  }

  async #takeFile(part: MultipartFile): Promise<void> {
    const { fieldname, filename, mimetype } = part;
    const field = Object.hasOwn(this.#body.files, fieldname) ? this.#body.files[fieldname] : undefined;
    const taken = this.#files[fieldname];
    if (field === undefined || taken === undefined) {
      for await (const _dropped of this.#piecesOf(part, this.#largest));
      return;
    }
    refuseLostLetter(filename, fieldname);
    this.#services.demandTexts(this.#texts);
    refuseWrongTexts(this.#body.shape, this.#texts);
    const pieces = this.#piecesOf(part, field.maxBytes);
    const first = await pieces.next();
    if (first.done === true) {
      // A browser sends an empty part for a file input in which nothing was chosen.
      if (filename === '') return;
      // An import itself says what is missing.
      if (field.handling === 'stored') throw invalid({ [fieldname]: `${shown(filename)} is empty.` });
    }
    if (taken.length >= field.maxFiles) throw invalid({ [fieldname]: 'There are too many files.' });
    const all = startingWith(first, pieces);
    if (field.handling === 'parsed') {
      const read: Buffer[] = [];
      for await (const piece of all) {
        this.#services.tables.add(piece.length);
        read.push(piece);
      }
      taken.push({
        fileName: oneLine(filename),
        contentType: oneLine(mimetype),
        bytes: Buffer.concat(read),
      });
      return;
    }
    taken.push(await this.#store(all, fieldname, filename, field));
  }

  async #store(pieces: AsyncIterable<Buffer>, name: string, sentName: string, field: FileField) {
    const { types, wrongType } = field;
    const fileName = readFileName(name, sentName);
    const received = await receive({
      ...this.#services,
      pieces,
      fileName,
      signal: this.#signal,
      demandType(contentType) {
        if (types === undefined || types.includes(contentType)) return;
        const detail = wrongType ?? `${shown(fileName)} can't be used here: its content is ${contentType}.`;
        throw new Refusal('unsupported-type', detail, { fields: { [name]: detail } });
      },
    });
    const upload = toUpload(received);
    this.#held.push({ name: received.name, upload });
    this.#stored.push({ received, upload: upload.upload, field: name });
    return upload.upload;
  }

  async *#piecesOf({ file, filename, fieldname }: MultipartFile, maxBytes: number) {
    let bytes = 0;
    for await (const piece of parsed(file as AsyncIterable<Buffer>)) {
      bytes += piece.length;
      this.#bytes += piece.length;
      if (bytes > maxBytes) {
        const detail = `${shown(filename)} is larger than ${megabytes(maxBytes)} MB.`;
        throw new Refusal('too-large', detail, { fields: { [fieldname]: detail } });
      }
      if (this.#bytes > this.#mostBytes) throw this.#tooLarge(fieldname);
      yield piece;
    }
    // The parser silently ends a file where the form breaks off.
    if (this.#signal.aborted) throw restarting();
  }

  #tooLarge(field: string): Refusal {
    const detail = `This is too large. Send at most ${megabytes(this.#mostBytes)} MB.`;
    return new Refusal('too-large', detail, { fields: { [field]: detail } });
  }
}

async function* startingWith(first: IteratorResult<Buffer, void>, rest: AsyncGenerator<Buffer, void>) {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}
