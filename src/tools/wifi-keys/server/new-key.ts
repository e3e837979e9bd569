import { randomInt } from 'node:crypto';

/** No characters that look alike on a screen or on paper: 0 and O, 1, l, and I. 56 are left. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
const length = 16;

/** A key as people type it: 16 characters of 56, which is 92 bits, well within the 8 to 63 of WPA2 (IEEE 802.11i). */
export function newWifiKey(): string {
  const key = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
  // A QR code reader may mistake hexadecimal digits for a key that is already hashed.
  return /^[0-9a-f]+$/i.test(key) ? newWifiKey() : key;
}
