import * as library from 'pdfjs-dist/legacy/build/pdf.mjs';
// A module of our own origin: the page's policy needs no exception for it.
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { type FirstPage, type PdfDocument, type PdfLibrary, readFirstPage } from '../contract/first-page.ts';

library.GlobalWorkerOptions.workerSrc = workerAddress;

/** Sharp enough for a preview; the longest side, in pixels. */
const previewPixels = 900;

export interface ReadPdf {
  page: FirstPage;
  /** A drawing of the first page; `null` if it could not be drawn. */
  preview: Blob | null;
}

/** Judges a chosen file as the server will, and draws its first page. Reads only the pieces that it needs. */
export async function readPdf(file: File): Promise<ReadPdf> {
  let preview: Blob | null = null;
  const source = {
    bytes: file.size,
    read: async (begin: number, end: number) => new Uint8Array(await file.slice(begin, end).arrayBuffer()),
  };
  const page = await readFirstPage(library as unknown as PdfLibrary, source, async (document) => {
    preview = await draw(document).catch(() => null);
  });
  return { page, preview };
}

async function draw(document: PdfDocument): Promise<Blob | null> {
  const page = await (document as unknown as library.PDFDocumentProxy).getPage(1);
  const full = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: previewPixels / Math.max(full.width, full.height) });
  const canvas = globalThis.document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  await page.render({ canvas, viewport }).promise;
  return new Promise((resolve) => canvas.toBlob(resolve));
}
