import { isUtf8 } from 'node:buffer';
import { takeTurns } from '../concurrency/take-turns.ts';

/** The text of a file in UTF-8 without a byte order mark, or a sentence that says why it can't be read. */
export type DecodedText = { bytes: Buffer } | { message: string };

const saveAgain = 'In a spreadsheet, save it as "CSV UTF-8".';
const piece = 256 * 1024;

/**
 * Recognizes how the text of a file is encoded: UTF-8 and UTF-16 with or without a byte order mark, and Windows-1252,
 * which is what Excel's plain "CSV" is. What could be read in two ways is refused, because a wrong guess would silently
 * change names. The names of the encodings follow https://encoding.spec.whatwg.org/.
 */
export async function decodeText(file: Buffer): Promise<DecodedText> {
  const workbook = kindOf(file);
  if (workbook !== null) return { message: `This is ${workbook}, not a text file. ${saveAgain}` };
  const utf16 = utf16Of(file);
  if (utf16 !== null) return decodeUtf16(file.subarray(utf16.skip), utf16.label);
  const hasMark = startsWith(file, [0xef, 0xbb, 0xbf]);
  const bytes = hasMark ? file.subarray(3) : file;
  if (await has(bytes, (part) => part.some(isControl)))
    return { message: `This is not a text file. ${saveAgain}` };
  if (isUtf8(bytes)) return { bytes };
  if (hasMark || (await has(bytes, looksLikeUtf8))) {
    return { message: `Some letters in this file are not UTF-8, but others are. ${saveAgain}` };
  }
  if (await has(bytes, (part) => part.some((byte) => undefinedInWindows1252.has(byte))))
    return { message: `The encoding of this file is not known. ${saveAgain}` };
  return { bytes: await decode(bytes, 'windows-1252') };
}

async function decodeUtf16(bytes: Buffer, label: string): Promise<DecodedText> {
  const broken = { message: `This file looks like UTF-16, but is damaged. ${saveAgain}` };
  try {
    const text = await decode(bytes, label);
    return (await has(text, (part) => part.some(isControl))) ? broken : { bytes: text };
  } catch (error) {
    if (error instanceof TypeError) return broken;
    throw error;
  }
}

async function has(bytes: Buffer, test: (part: Buffer) => boolean): Promise<boolean> {
  const turn = takeTurns();
  for (let start = 0; start < bytes.length; start += piece) {
    if (test(bytes.subarray(start, start + piece))) return true;
    await turn();
  }
  return false;
}

/** @throws TypeError for bytes that the encoding does not have */
async function decode(bytes: Buffer, label: string): Promise<Buffer> {
  const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  const turn = takeTurns();
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += piece) {
    pieces.push(Buffer.from(decoder.decode(bytes.subarray(start, start + piece), { stream: true })));
    await turn();
  }
  pieces.push(Buffer.from(decoder.decode()));
  return Buffer.concat(pieces);
}

const undefinedInWindows1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Tabs and the ends of lines and pages are text. */
function isControl(byte: number): boolean {
  return byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1a;
}

/** Letters that UTF-8 writes with two or three bytes, and that would be read as "Ã©" and "â€™". */
function looksLikeUtf8(bytes: Buffer): boolean {
  return /[\u00c2\u00c3][\u0080-\u00bf]|\u00e2\u0080[\u0080-\u00bf]/.test(bytes.toString('latin1'));
}

/** Byte order marks, or text in which every other byte is NUL. UTF-32 has UTF-16's mark, then NULs. */
function utf16Of(file: Buffer): { label: string; skip: number } | null {
  if (startsWith(file, [0xff, 0xfe])) return { label: 'utf-16le', skip: 2 };
  if (startsWith(file, [0xfe, 0xff])) return { label: 'utf-16be', skip: 2 };
  const start = file.subarray(0, 4096);
  const nuls = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  if (odd > start.length / 4 && even === 0) return { label: 'utf-16le', skip: 0 };
  if (even > start.length / 4 && odd === 0) return { label: 'utf-16be', skip: 0 };
  return null;
}

/** Files that people choose by mistake, by their first bytes. */
function kindOf(file: Buffer): string | null {
  if (startsWith(file, [0x50, 0x4b, 0x03, 0x04])) return 'an Excel workbook or a ZIP file';
  if (startsWith(file, [0xd0, 0xcf, 0x11, 0xe0])) return 'an Excel workbook';
  if (startsWith(file, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'a PDF';
  return null;
}

function startsWith(file: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => file[at] === byte);
}
