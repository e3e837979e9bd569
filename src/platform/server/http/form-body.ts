import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { invalid, Refusal } from '../refusal/refusal.ts';
import { isUtf8Coded } from './text-coding.ts';

/** More than any form of the portal or of a provider has. In memory, each field needs many times its bytes. */
const mostFields = 100;

/** Reads the form fields of a request (`application/x-www-form-urlencoded`). @throws Refusal */
export function readForm({ body }: Pick<FastifyRequest, 'body'>): Record<string, string> {
  if (!Buffer.isBuffer(body)) return {};
  const text = body.toString('utf8');
  if (!isUtf8(body) || !isUtf8Coded(text)) throw invalid({ form: 'This is not valid UTF-8.' });
  if (text.split('&', mostFields + 1).length > mostFields)
    throw new Refusal('too-large', 'This form has too many fields.');
  // The first value wins: repeated fields would otherwise become a list where text is expected.
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) fields[name] ??= value;
  return { ...fields };
}
