import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface UploadRequest {
  /** Where it goes: the whole address of the call. */
  url: string;
  /** The portal's own address, as browsers know it. */
  origin: string;
  cookie: string;
  fields: Readonly<Record<string, string>>;
  fileName: string;
  content: Buffer;
  key?: string;
  /** Bytes per second; without it, as fast as possible. */
  rate?: number;
  /** Sends no length beforehand. */
  isChunked?: boolean;
}

/** Pieces of this size are sent at once. */
const piece = 64 * 1024;

/** Sends a form with one file. @returns status and body. @throws Error when the connection breaks */
export async function sendUpload(upload: UploadRequest): Promise<{ status: number; body: string }> {
  const { head, tail, type } = frame(upload);
  const { url, origin, cookie, content, key, rate, isChunked = false } = upload;
  const sent = request(url, {
    method: 'POST',
    headers: {
      cookie,
      origin,
      host: new URL(origin).host,
      'content-type': type,
      ...(isChunked ? {} : { 'content-length': head.length + content.length + tail.length }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  });
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', async (response) => {
      try {
        const pieces: Buffer[] = [];
        for await (const part of response) pieces.push(part as Buffer);
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces).toString('utf8') });
      } catch (error) {
        reject(error);
      }
    });
  });
  let settled = false;
  const settle = () => {
    settled = true;
  };
  answer.then(settle, settle);
  sent.write(head);
  const began = performance.now();
  for (let at = 0; at < content.length && !settled; at += piece) {
    const taken = sent.write(content.subarray(at, at + piece));
    if (!taken) await Promise.race([once(sent, 'drain'), answer]).catch(() => undefined);
    if (rate === undefined) continue;
    const ahead = ((at + piece) / rate) * 1_000 - (performance.now() - began);
    if (ahead > 0) await pause(ahead);
  }
  sent.end(tail);
  return answer;
}

/** What is around the content in the body of a form. */
export function frame({ fields, fileName }: Pick<UploadRequest, 'fields' | 'fileName'>) {
  const boundary = `quad-${randomUUID()}`;
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
  return {
    head: Buffer.from(`${texts.join('')}${file}`),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

/** The fields of a file for everyone. */
export const forEveryone = { ownerType: 'IT', contentType: 'Report', adGroups: '' };
