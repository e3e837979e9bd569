import { asApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';
import { saveFile } from '../../../platform/web/feedback/download-button.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { listRuns, type Preview, previewPcard, previewPcardLines, processPcard } from '../contract.ts';
import type { ReadLines } from './preview-lines.tsx';

interface Entered {
  journalLogNumber: string;
  profile?: string | undefined;
}

/** A preview, and how to read more of it. */
export interface Shown {
  /** When it was made: another preview starts at its first lines. */
  at: number;
  preview: Preview;
  readLines: ReadLines;
}

/** The preview, and the run, which asks before it processes something again. */
export function useProcess() {
  const preview = useWrite(previewPcard, { invalidates: [] });
  const lines = useWrite(previewPcardLines, { invalidates: [] });
  const run = useWrite(processPcard, { invalidates: [listRuns] });

  async function send(body: Entered & { confirmed?: 'true' }, file: File[]): Promise<'processed'> {
    const { blob, name } = await run.send({ body, files: { file } });
    saveFile(blob, name);
    showToast({ title: 'File processed successfully!', seconds: 3 });
    return 'processed';
  }
  return {
    showPreview: async (body: Entered, file: File[]): Promise<Shown> => ({
      at: Date.now(),
      preview: (await preview.send({ body, files: { file } })).data,
      readLines: async (from) => (await lines.send({ body: { ...body, from }, files: { file } })).data,
    }),
    /** @param isShown Whether the form is still there: no one is asked about it on another page. */
    async process(body: Entered, file: File[], isShown: () => boolean): Promise<'processed' | 'stayed'> {
      try {
        return await send(body, file);
      } catch (thrown) {
        const error = asApiError(thrown);
        if (error.reason !== 'processed-before' || !isShown()) throw thrown;
        const question = {
          title: 'Process it again?',
          text: `${error.detail} The ledger would get the same transactions twice.`,
          action: 'Process again',
          danger: true,
        };
        return (await askToConfirm(question)) ? send({ ...body, confirmed: 'true' }, file) : 'stayed';
      }
    },
  };
}
