import { useEffect, useState } from 'react';
import type { FirstPage } from '../contract/first-page.ts';
import { faultOf } from '../contract/poster-size.ts';
import { onlyPdf } from '../contract/shapes.ts';

type PdfPage = Extract<FirstPage, { kind: 'page' }>;

export interface ChosenPage {
  isReading: boolean;
  /** Why it can't be printed. */
  fault: string | null;
  page: PdfPage | null;
  /** The address of a drawing of the page. */
  preview: string | null;
}

const nothing: ChosenPage = { isReading: false, fault: null, page: null, preview: null };

/** Examines the chosen file before anything is sent. What can't be read here is left to the server. */
export function useFirstPage(file: File | undefined): ChosenPage {
  const [found, setFound] = useState<ChosenPage & { of?: File }>(nothing);
  useEffect(() => {
    if (file === undefined) return;
    let isWanted = true;
    let address: string | null = null;
    const show = (chosen: ChosenPage) => {
      if (isWanted) setFound({ ...chosen, of: file });
    };
    look(file).then(
      ({ preview, ...rest }) => {
        if (!isWanted) return;
        address = preview === null ? null : URL.createObjectURL(preview);
        show({ ...rest, isReading: false, preview: address });
      },
      () => show(nothing),
    );
    return () => {
      isWanted = false;
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [file]);
  if (file === undefined) return nothing;
  return found.of === file ? found : { ...nothing, isReading: true };
}

async function look(file: File): Promise<Pick<ChosenPage, 'fault' | 'page'> & { preview: Blob | null }> {
  // The form says that a file is empty, or too large.
  if (file.size === 0) return { fault: null, page: null, preview: null };
  if ((await file.slice(0, 5).text()) !== '%PDF-') return { fault: onlyPdf, page: null, preview: null };
  const { readPdf } = await import('./read-pdf.ts');
  const { page, preview } = await readPdf(file);
  const fault = faultOf(page)?.detail ?? null;
  return { fault, page: page.kind === 'page' ? page : null, preview };
}
