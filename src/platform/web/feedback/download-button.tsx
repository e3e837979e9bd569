import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Call } from '../../contract/call.ts';
import { asApiError } from '../client/api-error.ts';
import { call } from '../client/call.ts';
import type { Download, Sending, Sent } from '../client/request.ts';
import { noteRefusedPress } from '../client/session-changed.ts';
import { showToast } from './toasts.ts';

type DownloadCall = Call & { reply: { kind: 'download' } };

/** Downloads a file. A failure shows on this page; a plain link would replace the page with raw text. */
export function DownloadButton<C extends DownloadCall>({
  contract,
  request,
  children,
  fileName,
  ...look
}: ButtonProps & {
  contract: C;
  request: Sent<C>;
  /** Set it to use another name than the server's. */
  fileName?: string;
  children: ReactNode;
}) {
  const [loading, setLoading] = useState(false);
  const download = async () => {
    if (loading) return;
    setLoading(true);
    try {
      const file = (await call(contract, request as Sending<C>)) as Download;
      saveFile(file.blob, fileName ?? file.name);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.isSignedOut) noteRefusedPress();
      showToast({ tone: 'error', title: 'The download failed', text: error.detail });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button {...look} loading={loading} onClick={() => void download()}>
      {children}
    </Button>
  );
}

/** Saves bytes as a download under a name. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // Some browsers read the address only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
