/** A size as people read it: `3.4 MB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${Math.round(bytes)} bytes`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1_000) return `${Math.round(kilobytes)} kB`;
  const megabytes = kilobytes / 1024;
  return megabytes < 1_000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}
