import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid } from '../refusal/refusal.ts';

/** Reads the JSON body of a request; `undefined` if it has none. @throws Refusal */
export type ReadJson = (request: FastifyRequest) => unknown;

/**
 * JSON is parsed only when it is checked, so that no more than the declared fields stay in memory until the response. A
 * list of empty objects needs twenty times its bytes, and a few hundred of them at once would use up the memory.
 */
export function createJsonReader(app: Pick<FastifyInstance, 'getDefaultJsonParser'>): ReadJson {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request) => {
    const { body } = request;
    if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
    if (!isUtf8(body)) throw invalid({ form: 'This is not valid UTF-8.' });
    if (nestsTooDeep(body)) throw invalid({ form: 'This JSON is nested too deeply.' });
    let value: unknown;
    parse(request, body.toString('utf8'), (error, found) => {
      if (error) throw invalid({ form: 'This is not valid JSON.' });
      value = found;
    });
    return value;
  };
}

/** Far deeper than any call reads. */
const mostLevels = 50;

/**
 * Whether a JSON text nests lists or objects deeper than any call reads. Code that walks such a value recursively (the
 * checks, the hash of an Idempotency-Key) would run out of stack.
 */
function nestsTooDeep(json: Buffer): boolean {
  let level = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) isText = !isText;
    else if (isText) at += byte === backslash ? 1 : 0;
    else if (byte === openList || byte === openObject) level += 1;
    else if (byte === closeList || byte === closeObject) level -= 1;
    if (level > mostLevels) return true;
  }
  return false;
}

const [quote, backslash] = [0x22, 0x5c];
const [openList, closeList] = [0x5b, 0x5d];
const [openObject, closeObject] = [0x7b, 0x7d];
