import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawPhoto, largestPhotoBytes, reencodePhoto } from './photo.ts';
import { drawPortrait } from './portrait.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366aa' } });

const readBack = async (bytes: Buffer | null) => {
  if (bytes === null) throw new Error('There is no photo.');
  return { bytes, ...(await sharp(bytes).metadata()) };
};

it('makes a JPEG of at most 96 px whatever the size and format', async () => {
  for (const source of [
    picture(4_000, 3_000).jpeg(),
    picture(300, 800).png(),
    picture(120, 120).webp(),
    picture(97, 500).gif(),
  ]) {
    const photo = await readBack(await reencodePhoto(await source.toBuffer()));
    expect([photo.format, photo.width, photo.height]).toEqual(['jpeg', 96, 96]);
  }
});

it('does not blow up a smaller photo', async () => {
  const photo = await readBack(await reencodePhoto(await picture(40, 60).jpeg().toBuffer()));
  expect([photo.width, photo.height]).toEqual([40, 40]);
});

it('leaves nothing of what the file carried besides its pixels', async () => {
  const source = await picture(200, 200)
    .withExif({ IFD0: { Copyright: 'home of the person' }, IFD3: { GPSLatitude: '43/1 36/1 0/1' } })
    .withIccProfile('p3')
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>home of the person</place></x:xmpmeta>')
    .jpeg()
    .toBuffer();
  const carried = Buffer.concat([source, Buffer.from('<script>trailing</script>')]);
  expect((await sharp(carried).metadata()).exif).toBeDefined();
  expect(carried.includes('home of the person')).toBe(true);

  const photo = await readBack(await reencodePhoto(carried));
  expect([photo.exif, photo.xmp, photo.iptc, photo.comments]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(photo.icc).toBeUndefined();
  expect(photo.bytes.includes('home of the person')).toBe(false);
  expect(photo.bytes.includes('trailing')).toBe(false);
});

it('turns a photo upright before it forgets how it was held', async () => {
  // Red on the left; orientation 6 means "turn clockwise", so red has to be on top.
  const red = await picture(100, 200).composite([]).toColourspace('srgb').png().toBuffer();
  const source = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#ff0000' } })
    .composite([{ input: red, left: 100, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { bytes } = await readBack(await reencodePhoto(source));
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
  expect(redAt(48, 8)).toBeGreaterThan(200);
  expect(redAt(48, 88)).toBeLessThan(120);
});

it('shows transparent parts as white', async () => {
  const source = await sharp({ create: { width: 96, height: 96, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { bytes } = await readBack(await reencodePhoto(source));
  const { dominant } = await sharp(bytes).stats();
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
});

it('reads the photo of a phone with 24 megapixels', async () => {
  const photo = await readBack(await reencodePhoto(await picture(5_712, 4_284).jpeg().toBuffer()));
  expect([photo.width, photo.height]).toEqual([96, 96]);
});

it.each([
  ['nothing', () => Buffer.alloc(0)],
  ['no image at all', () => Buffer.from('<html><body>Sign in</body></html>')],
  ['random bytes', () => randomBytes(5_000)],
  [
    'an SVG, which could reach for other files',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  [
    'an SVG behind a byte order mark',
    () =>
      Buffer.from(
        '\ufeff<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      ),
  ],
  ['a file larger than a photo of a directory', () => Buffer.alloc(largestPhotoBytes + 1, 1)],
  ['a cut JPEG', async () => (await picture(800, 800).jpeg().toBuffer()).subarray(0, 900)],
  [
    'a bomb: few bytes, 25 million pixels',
    () => picture(5_000, 5_000).png({ compressionLevel: 1 }).toBuffer(),
  ],
  [
    'a JPEG in many passes, which the decoder keeps whole',
    () => picture(5_000, 5_000).jpeg({ progressive: true }).toBuffer(),
  ],
  ['a JPEG larger than any phone makes', () => picture(8_000, 7_000).jpeg().toBuffer()],
])('refuses %s', async (_what, make) => {
  expect(await reencodePhoto(await make())).toBeNull();
});

it('draws a portrait of its own', async () => {
  const svg = drawPortrait({
    background: ['#cfe3da', '#7fb3a2'],
    skin: '#c98f6b',
    hair: '#2e2521',
    clothes: '#1b564a',
    style: 'bob',
  });
  const photo = await readBack(await drawPhoto(svg));
  expect([photo.format, photo.width, photo.height]).toEqual(['jpeg', 96, 96]);
});
