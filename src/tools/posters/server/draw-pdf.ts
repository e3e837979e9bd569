/** A page as written; what is left out is not in the file. */
export interface DrawnPage {
  media?: readonly number[];
  crop?: readonly number[];
  rotate?: number;
  userUnit?: number;
  /** What its content stream draws. */
  content?: string;
}

export interface DrawnPdf {
  pages: readonly DrawnPage[];
  /** What the pages inherit. */
  inherited?: DrawnPage;
  /** Between the pages and the root of their tree. */
  levels?: number;
  /** More entries in the trailer, such as `/Encrypt 9 0 R`. */
  trailer?: string;
  /** More objects; the first has the number that `firstExtra` returns. */
  extra?: readonly string[];
  /** Without the table that says where the objects are. */
  withoutTable?: boolean;
  /** Filler bytes after the objects. */
  padding?: number;
}

const box = (name: string, value?: readonly number[]) =>
  value === undefined ? '' : ` /${name} [${value.join(' ')}]`;
const number = (name: string, value?: number) => (value === undefined ? '' : ` /${name} ${value}`);

function boxesOf({ media, crop, rotate, userUnit }: DrawnPage): string {
  return (
    box('MediaBox', media) + box('CropBox', crop) + number('Rotate', rotate) + number('UserUnit', userUnit)
  );
}

/** Writes a PDF by hand, odd or not (ISO 32000-1, 7.5). */
export function drawPdf(pdf: DrawnPdf): Uint8Array<ArrayBuffer> {
  const { pages, inherited = {}, levels = 0, trailer = '', extra = [], withoutTable = false } = pdf;
  const objects: string[] = [];
  const add = (text: string) => objects.push(text);
  const first = 3 + levels;
  add('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_page, index) => `${first + index * 2} 0 R`).join(' ');
  for (let level = 0; level <= levels; level += 1) {
    const below = level === levels ? kids : `${3 + level} 0 R`;
    const parent = level === 0 ? '' : ` /Parent ${1 + level} 0 R`;
    add(
      `<< /Type /Pages /Count ${pages.length} /Kids [${below}]${parent}${level === 0 ? boxesOf(inherited) : ''} >>`,
    );
  }
  for (const page of pages) {
    const content = page.content ?? '';
    add(
      `<< /Type /Page /Parent ${2 + levels} 0 R${boxesOf(page)} /Contents ${objects.length + 2} 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >> >> >> >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  for (const text of extra) add(text);
  return assemble(objects, { trailer, withoutTable, padding: pdf.padding ?? 0 });
}

interface Frame {
  trailer: string;
  withoutTable: boolean;
  padding: number;
}

function assemble(
  objects: readonly string[],
  { trailer, withoutTable, padding }: Frame,
): Uint8Array<ArrayBuffer> {
  const parts = ['%PDF-1.7\n'];
  let length = parts[0]?.length ?? 0;
  const places: number[] = [];
  const write = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  for (const [index, text] of objects.entries()) {
    places.push(length);
    write(`${index + 1} 0 obj\n${text}\nendobj\n`);
  }
  if (padding > 0) write(`%${' '.repeat(padding)}\n`);
  const table = length;
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  if (!withoutTable) write(`xref\n0 ${size}\n0000000000 65535 f \n${entries}`);
  write(
    `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${withoutTable ? 0 : table}\n%%EOF\n`,
  );
  return new Uint8Array(Buffer.from(parts.join(''), 'latin1'));
}
