import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FileField } from '../../contract/call.ts';
import { oneLine } from '../../contract/fields.ts';
import { invalid, Refusal } from '../refusal/refusal.ts';
import type { UploadedFile } from './context.ts';

/** Parts of a form are few; a client that sends endless ones is cut off. */
const mostParts = 60;

/**
 * Reads a multipart body: text fields, and files of a few megabytes into memory.
 * Every part is consumed, so that a refused upload leaves nothing hanging.
 */
export async function readUpload(declared: Readonly<Record<string, FileField>>, request: FastifyRequest) {
  try {
    return await readParts(declared, request);
  } catch (error) {
    // The parser gives its own complaints, of a form that ends too early or holds no part, no code.
    if (error instanceof Refusal || (error instanceof Error && 'code' in error)) throw error;
    throw invalid({ form: 'This form could not be read to the end.' });
  }
}

/** The parser writes U+FFFD for bytes that are not UTF-8; nobody sends that character on purpose. */
function assertUtf8(text: string, field: string): void {
  if (text.includes('\ufffd')) throw invalid({ [field]: 'This is not valid UTF-8.' });
}

async function readParts(declared: Readonly<Record<string, FileField>>, request: FastifyRequest) {
  const fields: Record<string, unknown> = {};
  const files: Record<string, UploadedFile[]> = Object.fromEntries(
    Object.keys(declared).map((name) => [name, []]),
  );
  const largest = Math.max(...Object.values(declared).map((field) => field.maxBytes));
  const limits = {
    fileSize: largest,
    parts: mostParts,
    fieldNameSize: 100,
    fieldSize: 64 * 1024,
    headerPairs: 100,
  };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw new Refusal('too-large', 'A field in this form is too long.');
      assertUtf8(String(part.value), part.fieldname);
      fields[part.fieldname] = part.value;
      continue;
    }
    const field = Object.hasOwn(declared, part.fieldname) ? declared[part.fieldname] : undefined;
    const received = files[part.fieldname];
    if (field === undefined || received === undefined) {
      part.file.resume();
      continue;
    }
    assertUtf8(part.filename, part.fieldname);
    const bytes = await part.toBuffer();
    if (bytes.length > field.maxBytes) throw new Refusal('too-large', 'This file is too large.');
    // A browser sends an empty part for a file input in which nothing was chosen.
    if (bytes.length === 0 && part.filename === '') continue;
    received.push({ fileName: oneLine(part.filename), contentType: oneLine(part.mimetype), bytes });
    if (received.length > field.maxFiles) throw invalid({ [part.fieldname]: 'There are too many files.' });
  }
  for (const [name, field] of Object.entries(declared)) {
    if (field.required && files[name]?.length === 0) throw invalid({ [name]: 'Choose a file.' });
  }
  return { fields, files };
}
