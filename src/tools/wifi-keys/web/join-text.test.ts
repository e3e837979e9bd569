import jsQR from 'jsqr';
import { create } from 'qrcode';
import { expect, test } from 'vitest';
import { joinText } from './join-text.ts';

/** Draws the code and reads it back with someone else's decoder. */
function scan(text: string): string | undefined {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const [margin, scale] = [4, 4];
  const size = (modules.size + 2 * margin) * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let at = 0; at < size * size; at += 1) {
    const [row, column] = [Math.floor(at / size / scale) - margin, Math.floor((at % size) / scale) - margin];
    const isInside = row >= 0 && column >= 0 && row < modules.size && column < modules.size;
    if (isInside && modules.get(row, column) === 1) pixels.fill(0, at * 4, at * 4 + 3);
  }
  return jsQR(pixels, size, size)?.data;
}

/** As ZXing's WifiResultParser reads it: to the first `;` without a backslash; a backslash stands for what follows. */
function field(text: string, name: string): string | undefined {
  const found = new RegExp(`(?:^WIFI:|(?<!\\\\)(?:\\\\\\\\)*;)${name}:((?:[^\\\\;]|\\\\.)*);`).exec(text);
  return found?.[1]?.replace(/\\(.)/g, '$1');
}

test.each([
  ['Sawtooth-2025', 'Abcd2345efgh6789'],
  ['Sawtooth; P:guest', 'a;b:c,d"e\\f;;'],
  ['\\', '\\\\;P:x;\\'],
  ['Café "Norte" 日本', 'S:other;T:nopass'],
  [' spaces kept ', '        '],
  ['DEADBEEF', '12345678'],
])('a phone that scans the code joins %s with %s', (network, key) => {
  const read = scan(joinText(network, key)) ?? '';
  expect(read).toBe(joinText(network, key));
  expect(field(read, 'T')).toBe('WPA');
  expect(field(read, 'S')).toBe(network);
  expect(field(read, 'P')).toBe(key);
});
