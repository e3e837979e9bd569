import { disarm } from './disarm.ts';

/** Pixels at each side; shown at 32, sharp on dense screens. */
const photoSize = 96;
/** For a page about one person. */
export const largePhotoSize = 288;
/** A photo of a directory is small; a decoder must not be fed with more. */
export const largestPhotoBytes = 5 * 1024 * 1024;
/** 24 million pixels: what cameras make. More is a bomb: 50 million may take the decoder 300 MB. */
const mostPixels = 24_000_000;
/** Phones make up to 50 million. A JPEG that comes in one pass is made small while it is read, and takes about 10 MB. */
const mostPixelsInOnePass = 51_000_000;
const slowestSeconds = 5;
/**
 * Loads the decoder, which takes memory that a portal without photos does not spend. Who may need it calls this at the
 * start: what is loaded later fails after an upgrade has replaced the packages beside a running portal.
 */
export async function loadPhotoLibrary() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp;
}

/**
 * Draws a photo again as a square JPEG of at most so many pixels at each side: no metadata, no trailing bytes, upright.
 * Answers `null` for anything that is not a readable photo.
 */
export async function reencodePhoto(bytes: Uint8Array, size = photoSize): Promise<Buffer | null> {
  if (bytes.length === 0 || bytes.length > largestPhotoBytes) return null;
  const disarmed = disarm(bytes);
  if (disarmed === null) return null;
  const sharp = await loadPhotoLibrary();
  try {
    const open = () => sharp(disarmed, { limitInputPixels: mostPixelsInOnePass, failOn: 'error', pages: 1 });
    const { format, width, height, isProgressive } = await open().metadata();
    const isOnePass = format === 'jpeg' && isProgressive !== true;
    if (!isOnePass && width * height > mostPixels) return null;
    const side = Math.min(size, width, height);
    return await open()
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .timeout({ seconds: slowestSeconds })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer();
  } catch {
    // What the decoder complains about is the sender's file, not our defect.
    return null;
  }
}

/** Draws our own vector portraits; never for a file from outside. */
export async function drawPhoto(svg: string, size = photoSize): Promise<Buffer | null> {
  const sharp = await loadPhotoLibrary();
  return reencodePhoto(
    await sharp(Buffer.from(svg))
      .resize(size * 2)
      .png()
      .toBuffer(),
    size,
  );
}
