import { longestSilence } from './longest-wait.ts';
import type { Sender, SentRequest } from './request.ts';

/** How much of an upload has been sent, in bytes. */
export interface SentSoFar {
  sent: number;
  total: number;
}

/**
 * Sends like `fetch`, but reports the progress of the upload, which `fetch` does not. May take as long as it makes progress.
 * @throws DOMException `TimeoutError` when nothing moves, TypeError when the connection breaks, the signal's own reason
 */
export function sendUpload(onProgress: (progress: SentSoFar) => void): Sender {
  return (address, request) => send(address, request, onProgress);
}

function send(
  address: string,
  { method, headers, body, signal }: SentRequest,
  onProgress: (progress: SentSoFar) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    let timer = 0;
    const abort = () => sending.abort();
    const finish = (end: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      end();
    };
    const moved = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        finish(() => reject(new DOMException('Nothing moves.', 'TimeoutError')));
        sending.abort();
      }, longestSilence);
    };
    sending.open(method, address);
    for (const [name, value] of headers) sending.setRequestHeader(name, value);
    sending.upload.onprogress = ({ loaded, total }) => {
      moved();
      onProgress({ sent: loaded, total });
    };
    sending.onload = () => finish(() => resolve(answerOf(sending)));
    sending.onerror = () => finish(() => reject(new TypeError('The connection broke.')));
    sending.onabort = () => finish(() => reject(signal.reason ?? new TypeError('Aborted.')));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) return finish(() => reject(signal.reason));
    moved();
    sending.send(body as FormData | null);
  });
}

function answerOf(sending: XMLHttpRequest): Response {
  const { status, responseText } = sending;
  const headers = new Headers();
  for (const line of sending.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(status === 204 ? null : responseText, { status, headers });
}
