import { crc32, deflateRawSync } from 'node:zlib';

/** Small documents that programs can open, made from the lines that they show. */

export function makeCsv(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(`\ufeff${rows.map((row) => row.join(',')).join('\r\n')}\r\n`);
}

/** One page in a font that every reader has (ISO 32000-1, 7.5). */
export function makePdf(title: string, lines: readonly string[]): Buffer {
  const shown = [`/F1 20 Tf 72 720 Td (${escaped(title)}) Tj /F1 11 Tf 0 -14 Td`];
  for (const line of lines) shown.push(`0 -18 Td (${escaped(line)}) Tj`);
  const text = `BT ${shown.join('\n')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = file.length;
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');

/** The minimum that a word processor opens (ECMA-376). */
export function makeDocx(paragraphs: readonly string[]): Buffer {
  const openXml = 'application/vnd.openxmlformats';
  const schemas = 'http://schemas.openxmlformats.org';
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text.replace(/[<&]/g, ' ')}</w:t></w:r></w:p>`);
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  return makeZip([
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="${openXml}-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${openXml}-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r1" Type="${schemas}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    [
      'word/document.xml',
      `${declaration}<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`,
    ],
  ]);
}

/** A ZIP archive (APPNOTE 6.3): local entries, the directory, its end. */
function makeZip(entries: readonly (readonly [name: string, content: string])[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of entries) {
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(0x5821_0000, 6);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(Buffer.byteLength(content), 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, entry, Buffer.from(name));
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
