/** Encoders write a dozen scans. Each costs the decoder a walk over the whole picture, and a file has room for 100,000. */
const mostScans = 100;

const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Compressed text, of which the decoder unpacks 8 MB for each of its thousand chunks. It is not part of the picture. */
const pngText: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt']);

/**
 * What a decoder may be given of a file from outside: a JPEG, PNG, WebP, or GIF by its first bytes, without what would
 * cost it minutes or gigabytes. Other formats, such as vectors, are unpacked and built before a decoder says their size.
 * @returns `null` for everything else
 */
export function disarm(file: Uint8Array): Buffer | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const starts = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (starts('\xff\xd8\xff')) return hasFewScans(bytes) ? bytes : null;
  if (bytes.subarray(0, pngStart.length).equals(pngStart)) return withoutText(bytes);
  const isOther = starts('GIF8') || (starts('RIFF') && starts('WEBP', 8));
  return isOther ? bytes : null;
}

/** The start of a scan (ITU-T T.81, B.1.1.3) can't be in compressed pixels, and elsewhere only by rare chance. */
function hasFewScans(jpeg: Buffer): boolean {
  let scans = 0;
  for (
    let at = jpeg.indexOf('\xff\xda', 0, 'latin1');
    at >= 0;
    at = jpeg.indexOf('\xff\xda', at + 2, 'latin1')
  )
    if (++scans > mostScans) return false;
  return true;
}

/** Chunks as in section 5.3 of the PNG specification: length, type, data, checksum. */
function withoutText(png: Buffer): Buffer | null {
  const kept = [png.subarray(0, pngStart.length)];
  let at = pngStart.length;
  while (at + 12 <= png.length) {
    const type = png.toString('latin1', at + 4, at + 8);
    const end = at + 12 + png.readUInt32BE(at);
    if (end > png.length) return null;
    if (!pngText.has(type)) kept.push(png.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return null;
}
