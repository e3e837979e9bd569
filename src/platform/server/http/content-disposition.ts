/** RFC 6266 with RFC 8187: a plain name for old clients and the exact one next to it. */
export function contentDisposition(disposition: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const name = plain === fileName ? `filename="${plain}"` : `filename="${plain}"; filename*=UTF-8''${exact}`;
  return `${disposition}; ${name}`;
}
