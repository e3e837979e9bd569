// Runs in the sandbox as `read-poster.ts` does, on many PDFs at once: a line with their lengths, then the files one after another.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { runInside } from '../../../../platform/server/sandbox/inside.ts';
import { type PdfLibrary, readFirstPage } from '../../contract/first-page.ts';

Object.assign(globalThis, { DOMMatrix: class {}, Path2D: class {} });
const library = (await import('pdfjs-dist/legacy/build/pdf.mjs')) as unknown as PdfLibrary;

await runInside(async ({ bytes, read }) => {
  const all = await read(0, bytes);
  const end = all.indexOf(10);
  const lengths: number[] = JSON.parse(new TextDecoder().decode(all.subarray(0, end)));
  const pages: unknown[] = [];
  let at = end + 1;
  for (const length of lengths) {
    const start = at;
    const piece = async (from: number, to: number) => all.slice(start + from, start + to);
    pages.push(await readFirstPage(library, { bytes: length, read: piece }));
    at += length;
  }
  return JSON.stringify(pages);
});
