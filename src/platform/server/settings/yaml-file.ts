import { readFileSync } from 'node:fs';
import { type ErrorCode, LineCounter, parseDocument, type YAMLParseError } from 'yaml';
import type { SettingMistake } from './mistakes.ts';

interface Reading {
  /** The value of a file that does not exist; without it, a missing file is a mistake. */
  absent?: unknown;
}

/** Reads a YAML file. `undefined` means that it could not be read, and `mistakes` says why and where. */
export function readYaml(file: string, mistakes: SettingMistake[], { absent }: Reading = {}): unknown {
  const text = readText(file, mistakes, absent !== undefined);
  if (text === undefined) return undefined;
  if (text === null) return absent;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  for (const error of document.errors.filter(isFirstOfItsKind)) {
    const { line, col } = lines.linePos(error.pos[0]);
    mistakes.push({ where: `${file}, line ${line}, column ${col}`, what: inOurWords(error) });
  }
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS() ?? {};
  } catch (error) {
    mistakes.push({ where: file, what: sentence(error instanceof Error ? error.message : String(error)) });
    return undefined;
  }
}

/**
 * After the first, most errors of a kind follow from it: a line that begins one column too early moves all below it. Each
 * name that appears twice is a separate mistake.
 */
function isFirstOfItsKind({ code }: YAMLParseError, at: number, all: readonly YAMLParseError[]): boolean {
  return code === 'DUPLICATE_KEY' || all.findIndex((one) => one.code === code) === at;
}

/** The library's own words are written for those who know YAML. */
function inOurWords({ code, message }: YAMLParseError): string {
  if (code === 'BAD_INDENT' && message.startsWith('Flow')) return 'A bracket before this is not closed.';
  return words[code] ?? sentence(message);
}

/** For what people type by mistake. */
const words: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'This line starts at a different column than those it belongs with. Indent all of them alike.',
  BAD_SCALAR_START: 'A value that starts with this character belongs between quotes.',
  BLOCK_AS_IMPLICIT_KEY:
    'A value with a colon in it belongs between quotes. If there is none, indent this line like those it belongs with.',
  DUPLICATE_KEY: 'This name appears a second time. Keep one of the two lines.',
  TAB_AS_INDENT: 'Indent with spaces, not with tabs.',
  UNEXPECTED_TOKEN:
    "This does not fit here. Does a quote before it end too early (within single quotes, write ''), or does this line start at a different column than those it belongs with?",
};

/** `null`: the file does not exist and is optional. */
function readText(file: string, mistakes: SettingMistake[], optional: boolean): string | null | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && optional) return null;
    mistakes.push({ where: file, what: unreadable[code] ?? `This file cannot be read (${code}).` });
    return undefined;
  }
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'This file is missing.',
  EACCES: 'This file cannot be read by the user that Quad runs as.',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'This file is not in UTF-8. Save it again with the encoding UTF-8.',
};

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}
