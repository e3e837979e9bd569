import type { SettingMistake } from './mistakes.ts';

const units = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const;

/** A size such as `500 MB` or `2GB`, in bytes; a unit is 1,024 of the smaller one. */
export function readSize(
  where: string,
  written: string | undefined,
  fallback: string,
  mistakes: SettingMistake[],
): number {
  const bytes = bytesOf(written ?? fallback);
  if (bytes !== null) return bytes;
  mistakes.push({ where, what: `"${written}" is not a size in MB, GB, or TB.`, example: `${where}=2 GB` });
  return bytesOf(fallback) ?? 0;
}

function bytesOf(text: string): number | null {
  const [, number, unit] = /^(\d{1,6}) ?(MB|GB|TB)$/i.exec(text) ?? [];
  if (number === undefined || unit === undefined) return null;
  return Number(number) * units[unit.toUpperCase() as keyof typeof units];
}
