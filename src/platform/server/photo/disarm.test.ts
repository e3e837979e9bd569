import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { disarm } from './disarm.ts';

const picture = () => sharp({ create: { width: 200, height: 200, channels: 3, background: '#3366aa' } });

/** A PNG chunk; decoders pass over the checksum of a text. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

test('a photo in each of the four formats passes as it is', async () => {
  for (const source of [
    picture().jpeg(),
    picture().jpeg({ progressive: true }),
    picture().png(),
    picture().webp(),
    picture().gif(),
  ]) {
    const bytes = await source.toBuffer();
    expect(disarm(bytes)).toEqual(bytes);
  }
});

test.each(['svg', 'svg in gzip', 'tiff', 'text'])('%s never reaches the decoder', async (kind) => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const files: Record<string, Buffer> = {
    svg,
    'svg in gzip': gzipSync(svg),
    tiff: await picture().tiff().toBuffer(),
    text: Buffer.from('No photo'),
  };
  expect(disarm(files[kind] ?? Buffer.alloc(0))).toBeNull();
});

test('a JPEG with more scans than any encoder writes is refused: 25,000 in 1 MB take the decoder minutes', async () => {
  const jpeg = await picture().jpeg({ progressive: true }).toBuffer();
  const last = jpeg.lastIndexOf('\xff\xda', undefined, 'latin1');
  const scan = jpeg.subarray(last, -2);
  const again = (times: number) =>
    Buffer.concat([jpeg.subarray(0, -2), ...Array(times).fill(scan), Buffer.from([0xff, 0xd9])]);
  expect(disarm(again(20))).not.toBeNull();
  expect(disarm(again(120))).toBeNull();
});

test('the texts of a PNG are left out, which unpack to gigabytes, and the picture stays', async () => {
  const png = await picture().png().toBuffer();
  const text = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), gzipSync(Buffer.alloc(1_000))]));
  // After the header.
  const carried = Buffer.concat([png.subarray(0, 33), text, text, png.subarray(33)]);
  expect(carried.includes('zTXt')).toBe(true);
  expect(disarm(carried)).toEqual(png);
  expect(disarm(carried.subarray(0, -20))).toBeNull();
  expect(disarm(png.subarray(0, 33))).toBeNull();
});
