import { asApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';
import { saveFile } from '../../../platform/web/feedback/download-button.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { listRuns, type Preview, previewPcard, processPcard } from '../contract.ts';

interface Entered {
  journalLogNumber: string;
  profile?: string | undefined;
}

/** The preview, and the run, which asks before it processes something again. */
export function useProcess() {
  const preview = useWrite(previewPcard, { invalidates: [] });
  const run = useWrite(processPcard, { invalidates: [listRuns] });

  async function send(body: Entered & { confirmed?: 'true' }, file: File[]): Promise<'processed'> {
    const { blob, name } = await run.send({ body, files: { file } });
    saveFile(blob, name);
    showToast({ title: 'File processed successfully!', seconds: 3 });
    return 'processed';
  }
  return {
    showPreview: async (body: Entered, file: File[]): Promise<Preview> =>
      (await preview.send({ body, files: { file } })).data,
    async process(body: Entered, file: File[]): Promise<'processed' | 'stayed'> {
      try {
        return await send(body, file);
      } catch (thrown) {
        const error = asApiError(thrown);
        if (error.reason !== 'processed-before') throw thrown;
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
