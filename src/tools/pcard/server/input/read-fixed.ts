import type { Field, InputOf } from '../../contract/profile-input.ts';
import type { Reading } from './read-delimited.ts';
import { readLines } from './read-lines.ts';

/** Lines whose fields are at fixed positions. A line that ends early has lost the spaces at its end. */
export async function readFixed(
  bytes: Buffer,
  { columns, credits, only }: InputOf<'fixed'>,
): Promise<Reading> {
  const fields = Object.entries(columns).filter(([, place]) => place !== undefined) as [
    Field,
    { start: number; length: number },
  ][];
  const { lines, errors } = await readLines(bytes);
  const at = (text: string, { start, length }: { start: number; length: number }) =>
    text.slice(start - 1, start - 1 + length).trim();
  const written = lines
    .filter(({ text }) => only === undefined || only.equals.includes(at(text, only)))
    .map(({ row, text }) => ({
      row,
      values: Object.fromEntries(fields.map(([field, place]) => [field, at(text, place)])),
      isCredit: credits === undefined ? null : credits.equals.includes(at(text, credits.in)),
    }));
  return { written, errors };
}
