import { deflateRawSync } from 'node:zlib';
import type { SettingMistake } from './mistakes.ts';

const minLength = 32;
/** 32 random digits have fewer different characters than this once in ten million times. */
const minDistinct = 7;
/** 32 random hexadecimal digits take more bytes than this; a word written four times does not. */
const minCompressed = 24;

const how = 'Run "openssl rand -base64 48" and paste what it prints: QUAD_SECRET=...';

/**
 * Reads `QUAD_SECRET`, newest first. Refuses what a person made up or copied from an example, since anyone
 * who guesses the secret can sign in as anyone. A mistake never repeats the value.
 */
export function readSecrets(
  written: string | undefined,
  needed: boolean,
  mistakes: SettingMistake[],
): string[] | null {
  const where = 'QUAD_SECRET';
  if (written === undefined) {
    if (needed) mistakes.push({ where, what: `It is missing. Only a trial works without it. ${how}` });
    return null;
  }
  const secrets = written.split(',').map((secret) => secret.trim());
  const wrong = secrets.map(problemWith).find((found) => found !== null);
  if (wrong === undefined) return secrets;
  mistakes.push({ where, what: `${wrong} ${how}` });
  return null;
}

function problemWith(secret: string): string | null {
  if (/\$\(|\$\{|`/.test(secret))
    return 'It is a command, not what the command prints. Environment files do not run commands.';
  // As docs/operations.md has it, with its quotes or without those that systemd drops.
  if (/^<.*>$|openssl/.test(secret)) return 'It is the placeholder of the manual.';
  if (secret.length < minLength) return `Each secret needs at least ${minLength} characters.`;
  return looksRandom(secret) ? null : 'It repeats itself or is easy to guess.';
}

/** Distinguishes random characters from one key held down, a repeated word, and a run of the alphabet. */
function looksRandom(secret: string): boolean {
  const codes = Array.from(secret, (character) => character.codePointAt(0) ?? 0);
  const neighbors = codes.filter((code, at) => at > 0 && Math.abs(code - (codes[at - 1] ?? 0)) <= 1);
  return (
    new Set(codes).size >= minDistinct &&
    neighbors.length * 2 < codes.length &&
    deflateRawSync(secret, { level: 9 }).length > minCompressed
  );
}
