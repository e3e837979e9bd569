import { createHash } from 'node:crypto';
import type { FirstPage } from '../../contract/first-page.ts';
import { type DrawnPage, drawPdf } from '../draw-pdf.ts';

export interface OddPdf {
  name: string;
  content: Uint8Array<ArrayBuffer>;
  expected: FirstPage;
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const unreadable = { kind: 'unreadable' } as const;

/** PDFs with boxes, rotations, units, and trees as programs write them and as no program should, and what each one is. */
export function drawOddPdfs(count: number, seed: number): OddPdf[] {
  const random = randomFrom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const among = <T>(values: readonly T[]) => values[below(values.length)] as T;
  return Array.from({ length: count }, (_one, index): OddPdf => {
    const kind = index % 10;
    if (kind === 7) return encrypted(index, random() < 0.5);
    if (kind === 8) return damaged(index, random);
    const [left, bottom] = [below(400) - 200, below(400) - 200];
    const [wide, high] = [72 + below(4_000), 72 + below(4_000)];
    const media = [left, bottom, left + wide, bottom + high];
    const turned = among([media, [media[2], media[3], media[0], media[1]] as number[]]);
    const rotate = among([undefined, 0, 90, 180, 270, -90, 450, 45]);
    const userUnit = among([undefined, undefined, 1, 2, 0.5, 10]);
    const hasCrop = random() < 0.5;
    // Partly outside of the media box: what is outside does not count.
    const crop = [left + 20, bottom - 50, left + wide - 10, bottom + high - 30];
    const [width, height] = hasCrop ? [wide - 30, high - 30] : [wide, high];
    const isInherited = random() < 0.5;
    const boxes: DrawnPage = {
      media: turned,
      ...(hasCrop ? { crop } : {}),
      ...(rotate === undefined ? {} : { rotate }),
    };
    const own: DrawnPage = userUnit === undefined ? {} : { userUnit };
    const pages = 1 + (random() < 0.3 ? below(30) : 0);
    const first: DrawnPage = isInherited ? own : { ...boxes, ...own };
    const others = Array.from({ length: pages - 1 }, () => ({ media: [0, 0, 100, 100] }));
    const content = drawPdf({
      pages: [first, ...others],
      inherited: isInherited ? boxes : { media: [0, 0, 1, 1] },
      levels: below(6),
      withoutTable: kind === 9,
      padding: kind === 6 ? 1_000_000 : 0,
    });
    const inches = (units: number) => (units * (userUnit ?? 1)) / 72;
    const isTurned = rotate !== undefined && rotate % 90 === 0 && (rotate / 90) % 2 !== 0;
    const [seenWidth, seenHeight] = isTurned ? [height, width] : [width, height];
    return {
      name: `odd-${index}.pdf`,
      content,
      expected: { kind: 'page', width: inches(seenWidth), height: inches(seenHeight), pages },
    };
  });
}

const endlessTable = `%PDF-1.7
1 0 obj
<< /Type /XRef /Size 2000000000 /W [1 2000000000 1] /Root 2 0 R /Length 4 >>
stream
abcd
endstream
endobj
startxref
9
%%EOF
`;

function damaged(index: number, random: () => number): OddPdf {
  const whole = drawPdf({ pages: [{ media: [0, 0, 2592, 1728] }] });
  const kinds = [
    // Cut off before there is a page.
    () => whole.slice(0, 20 + Math.floor(random() * 60)),
    // Nothing but noise after the first bytes.
    () =>
      new Uint8Array([
        ...Buffer.from('%PDF-1.7\n'),
        ...Array.from({ length: 3_000 }, () => Math.floor(random() * 256)),
      ]),
    () => drawPdf({ pages: [] }),
    () => new Uint8Array(Buffer.from('%PDF-1.7\n%%EOF\n')),
    // A table whose entries take two billion bytes each.
    () => new Uint8Array(Buffer.from(endlessTable)),
  ];
  const make = kinds[Math.floor(index / 10) % kinds.length] as () => Uint8Array<ArrayBuffer>;
  return { name: `damaged-${index}.pdf`, content: make(), expected: unreadable };
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** Algorithm 2 and 4 of ISO 32000-1, 7.6.3: 40 bits. @param isOpen Without a password to read, only one to print */
function encrypted(index: number, isOpen: boolean): OddPdf {
  const owner = createHash('sha256').update(`owner ${index}`).digest();
  const id = createHash('md5').update(`id ${index}`).digest();
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-64);
  const user = isOpen ? padding : createHash('sha256').update('a password').digest();
  const key = createHash('md5')
    .update(user)
    .update(owner)
    .update(permissions)
    .update(id)
    .digest()
    .subarray(0, 5);
  const check = rc4(key, padding).toString('hex');
  const extra = `<< /Filter /Standard /V 1 /R 2 /Length 40 /P -64 /O <${owner.toString('hex')}> /U <${check}> >>`;
  const trailer = `/Encrypt 5 0 R /ID [<${id.toString('hex')}> <${id.toString('hex')}>]`;
  const content = drawPdf({ pages: [{ media: [0, 0, 2592, 1728] }], extra: [extra], trailer });
  return { name: `encrypted-${index}.pdf`, content, expected: { kind: 'encrypted' } };
}

function rc4(key: Buffer, text: Buffer): Buffer {
  const box = Array.from({ length: 256 }, (_one, index) => index);
  const swap = (one: number, other: number) => {
    [box[one], box[other]] = [box[other] ?? 0, box[one] ?? 0];
  };
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + (box[index] ?? 0) + (key[index % key.length] ?? 0)) % 256;
    swap(index, other);
  }
  let [one, other] = [0, 0];
  return Buffer.from(
    text.map((byte) => {
      one = (one + 1) % 256;
      other = (other + (box[one] ?? 0)) % 256;
      swap(one, other);
      return byte ^ (box[((box[one] ?? 0) + (box[other] ?? 0)) % 256] ?? 0);
    }),
  );
}
