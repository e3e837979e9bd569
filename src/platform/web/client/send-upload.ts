import { longestSilence } from './longest-wait.ts';
import type { SentSoFar } from './request.ts';

interface UploadRequest {
  method: string;
  headers: Headers;
  body: XMLHttpRequestBodyInit | null;
  signal: AbortSignal | undefined;
  onProgress: (progress: SentSoFar) => void;
}

/**
 * Like `fetch`, but reports the progress of the upload, which `fetch` does not. May take as long as it makes progress.
 * @throws DOMException `TimeoutError` when nothing moves, TypeError when the connection breaks, the signal's own reason
 */
export function sendUpload(address: string, request: UploadRequest): Promise<Response> {
  const { method, headers, body, signal, onProgress } = request;
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    let timer = 0;
    const abort = () => sending.abort();
    const finish = (end: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
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
    sending.onabort = () => finish(() => reject(signal?.reason ?? new TypeError('Aborted.')));
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) return finish(() => reject(signal.reason));
    moved();
    sending.send(body);
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
