import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startFauxqs } from 'fauxqs';
import type { S3Setting } from '../../settings/s3-setting.ts';
import { endless } from '../../testing/endless.ts';

/** What the service does with a request: as S3 does, or as one that is broken. */
export type S3Manner =
  | 'serve'
  | 'hang up'
  | 'never answer'
  | 'take long'
  | 'stop in the middle'
  | 'break off in the middle'
  | 'hold uploads'
  | 'say too much'
  | 'say a byte at a time'
  | 'be a web page'
  | 'full';

interface Unfinished {
  Key: string;
  UploadId: string;
  Initiated: string;
}

/**
 * S3 of npm behind a gate that can be as broken as any service. fauxqs does not know the call that lists unfinished uploads:
 * the gate answers it, one upload a page, from what has passed through it.
 */
export async function startS3Server() {
  const bucket = 'quad-files';
  const s3 = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  s3.createBucket(bucket);
  const state = { manner: 'serve' as S3Manner, uploads: 0, holdFrom: Infinity, held: 0, ignored: 0 };
  const unfinished: Unfinished[] = [];
  const gate = createServer((incoming, outgoing) => {
    void pass({ incoming, outgoing, port: s3.port, state, unfinished }).catch(() => outgoing.destroy());
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const address = gate.address();
  if (typeof address !== 'object' || address === null) throw new Error('The gate has no address.');
  const endpoint = `http://127.0.0.1:${address.port}`;
  const setting: S3Setting = {
    bucket,
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'quad', secretAccessKey: 'the secret of the tests' },
  };
  const variables = {
    QUAD_FILES_S3_BUCKET: bucket,
    QUAD_FILES_S3_ENDPOINT: endpoint,
    QUAD_FILES_S3_KEY_ID: 'quad',
    QUAD_FILES_S3_SECRET: 'the secret of the tests',
  };
  return {
    state,
    setting,
    variables,
    async stop() {
      gate.close();
      gate.closeAllConnections();
      await s3.stop();
    },
  };
}

interface Passing {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  port: number;
  /** How many uploads were let through, from which one on they wait, how many do, and how many got no answer. */
  state: { manner: S3Manner; uploads: number; holdFrom: number; held: number; ignored: number };
  unfinished: Unfinished[];
}

async function pass({ incoming, outgoing, port, state, unfinished }: Passing): Promise<void> {
  const url = new URL(incoming.url ?? '/', 'http://s3');
  const { method } = incoming;
  if (state.manner === 'hang up') return void incoming.socket.destroy();
  if (state.manner === 'never answer') {
    state.ignored += 1;
    return void incoming.resume();
  }
  if (state.manner === 'say too much') {
    // Of a file as an error, since its bytes may be many.
    outgoing.statusCode = method === 'GET' && url.pathname.split('/').length > 3 ? 403 : 200;
    return endless('application/xml', '<Error><Message>').answer(outgoing);
  }
  if (state.manner === 'say a byte at a time') {
    outgoing.writeHead(200, { 'content-type': 'application/xml' });
    const timer = setInterval(() => outgoing.write(' '), 100);
    return void outgoing.on('close', () => clearInterval(timer));
  }
  if (state.manner === 'take long') await pause(500);
  const body: Buffer[] = [];
  for await (const piece of incoming) body.push(piece as Buffer);
  if (state.manner === 'be a web page') {
    outgoing.writeHead(200, { 'content-type': 'text/html' });
    return void outgoing.end('<!doctype html><html><body>Sign in</body></html>');
  }
  if (method === 'GET' && url.searchParams.has('uploads')) return listUnfinished(url, outgoing, unfinished);
  if (method === 'PUT' && state.manner === 'full') return refuseFull(outgoing);
  if (method === 'PUT' && state.manner === 'hold uploads' && state.uploads >= state.holdFrom) {
    state.held += 1;
    return;
  }
  if (method === 'PUT') state.uploads += 1;
  const { headers } = incoming;
  const sent = request({ host: '127.0.0.1', port, method, path: incoming.url, headers });
  sent.end(Buffer.concat(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  const whole = Buffer.concat(pieces);
  const uploadId = url.searchParams.get('uploadId') ?? /<UploadId>(.*)<\/UploadId>/.exec(String(whole))?.[1];
  if (method === 'POST' && url.searchParams.has('uploads'))
    unfinished.push({
      Key: url.pathname.split('/').slice(2).join('/'),
      UploadId: uploadId ?? '',
      Initiated: new Date().toISOString(),
    });
  const isOver = method === 'DELETE' || method === 'POST';
  const index = unfinished.findIndex((one) => one.UploadId === uploadId);
  if (isOver && !url.searchParams.has('uploads') && index >= 0) unfinished.splice(index, 1);
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  if (state.manner === 'stop in the middle' && method === 'GET')
    return void outgoing.write(whole.subarray(0, whole.length / 2));
  if (state.manner === 'break off in the middle' && method === 'GET')
    return void outgoing.write(whole.subarray(0, whole.length / 2), () => outgoing.destroy());
  outgoing.end(whole);
}

function refuseFull(outgoing: ServerResponse): void {
  outgoing.writeHead(507, { 'content-type': 'application/xml' });
  outgoing.end('<Error><Code>XMinioStorageFull</Code><Message>There is no space left.</Message></Error>');
}

function listUnfinished(url: URL, outgoing: ServerResponse, unfinished: readonly Unfinished[]): void {
  const after = unfinished.findIndex(({ UploadId }) => UploadId === url.searchParams.get('upload-id-marker'));
  const upload = unfinished[after + 1];
  const isTruncated = after + 2 < unfinished.length;
  const parts = (of: object) =>
    Object.entries(of)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join('');
  const page = {
    IsTruncated: isTruncated,
    ...(isTruncated ? { NextKeyMarker: upload?.Key, NextUploadIdMarker: upload?.UploadId } : {}),
    ...(upload === undefined ? {} : { Upload: parts(upload) }),
  };
  outgoing.writeHead(200, { 'content-type': 'application/xml' });
  outgoing.end(`<ListMultipartUploadsResult>${parts(page)}</ListMultipartUploadsResult>`);
}
