import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
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
  for (const { pos, message } of document.errors) {
    const { line, col } = lines.linePos(pos[0]);
    mistakes.push({ where: `${file}, line ${line}, column ${col}`, what: sentence(message) });
  }
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS() ?? {};
  } catch (error) {
    mistakes.push({ where: file, what: sentence(error instanceof Error ? error.message : String(error)) });
    return undefined;
  }
}

/** `null`: the file does not exist and is optional. */
function readText(file: string, mistakes: SettingMistake[], optional: boolean): string | null | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && optional) return null;
    const what = code === 'ENOENT' ? 'This file is missing.' : `This file cannot be read (${code}).`;
    mistakes.push({ where: file, what });
    return undefined;
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}
