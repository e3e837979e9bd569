/** Far deeper than any call reads. */
const mostLevels = 50;

/**
 * Whether a JSON text nests lists or objects deeper than any call reads. Code that walks such a value recursively (the
 * checks, the hash of an Idempotency-Key) would run out of stack.
 */
export function nestsTooDeep(json: Buffer): boolean {
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
