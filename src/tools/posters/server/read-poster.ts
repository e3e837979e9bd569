// Runs in the sandbox: describes the first page of a PDF in one line of JSON.
// Where the library finds its worker, which runs in this process.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { runInside } from '../../../platform/server/sandbox/inside.ts';
import { type PdfLibrary, readFirstPage } from '../contract/first-page.ts';

// Nothing is drawn here, but the library asks for these while it loads.
Object.assign(globalThis, { DOMMatrix: class {}, Path2D: class {} });
const library = await import('pdfjs-dist/legacy/build/pdf.mjs');

await runInside(async (file) => JSON.stringify(await readFirstPage(library as unknown as PdfLibrary, file)));
