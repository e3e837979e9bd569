import { PassThrough, Readable } from 'node:stream';
import type { GetObjectCommandOutput, MultipartUpload } from '@aws-sdk/client-s3';
import { oneLine } from '../../contract/fields.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { S3Setting } from '../settings/s3-setting.ts';
import { type FileStorage, MissingBytes, StorageUnavailable, type StorageWriter } from './file-storage.ts';

/** For a part of a large file; S3 accepts none that are smaller. Two parts of each upload are in memory. */
const partSize = 5 * 1024 * 1024;
/**
 * Milliseconds: until there is a connection, until S3 begins to answer, and until it has answered or taken more of an
 * upload. With the one retry, an upload is refused before a proxy gives up (65 seconds in our `nginx.conf`).
 */
const patience = { connect: 3_000, answer: 25_000, whole: 55_000 };
const attempts = 2;
/** Bytes of a response that is not a file: a list of a thousand names has less, and so does an error. */
const mostBytes = 8 * 1024 * 1024;

export interface S3Storage extends FileStorage {
  /** Tries the bucket without changing anything. @throws Refusal */
  check(signal: AbortSignal): Promise<void>;
}

interface S3Options extends S3Setting {
  /** If different from the default patience. */
  within?: Partial<typeof patience>;
}

/** Keeps files in a bucket of any service that speaks S3. What is loaded for it is loaded here, and only then. */
export async function createS3Storage({ bucket, within, ...setting }: S3Options): Promise<S3Storage> {
  const sdk = await import('@aws-sdk/client-s3');
  const { Upload } = await import('@aws-sdk/lib-storage');
  const { endpoint, region, credentials } = setting;
  const { connect, answer, whole } = { ...patience, ...within };
  const client = new sdk.S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === null ? {} : { credentials }),
    // The newer checksums are unknown to many services, and some store their framing as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    streamCollector: (body: Readable) => readWhole(body, whole),
    requestHandler: {
      connectionTimeout: connect,
      requestTimeout: answer,
      throwOnRequestTimeout: true,
      // A slow download keeps its socket for as long as it takes. With the default of 50, all others would wait for one.
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
  });
  const at = (name: string) => ({ Bucket: bucket, Key: `${name.slice(0, 2)}/${name}` });

  async function* unfinished(options = {}): AsyncGenerator<MultipartUpload> {
    for (let next = {}; ; ) {
      const page = await client
        .send(new sdk.ListMultipartUploadsCommand({ Bucket: bucket, ...next }), options)
        .catch(explain);
      yield* page.Uploads ?? [];
      if (page.IsTruncated !== true) return;
      next = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  return {
    async create(name, signal) {
      // A file of one part is there with the answer to its request, a larger one with the last of them: never half of it.
      const body = new PassThrough();
      const upload = new Upload({ client, params: { ...at(name), Body: body }, queueSize: 2, partSize });
      const failure = upload.done().then(
        // Any web page may answer 200. S3 also says what it has.
        ({ ETag }) => (ETag === undefined ? notS3() : null),
        (error: unknown) => error,
      );
      body.on('error', () => undefined);
      const stop = () => {
        body.destroy(new Error('The upload was stopped.'));
        void upload.abort();
      };
      signal?.addEventListener('abort', stop, { once: true });
      let giveUp = (_error: unknown): void => undefined;
      void failure.then((error) => {
        signal?.removeEventListener('abort', stop);
        // What is waiting for room in the body is not notified of its end.
        body.destroy();
        giveUp(error);
      });
      let late: Refusal | undefined;
      const tooLate = () => {
        late = new StorageUnavailable(new Error(`S3 took no more of an upload for ${whole / 1000} seconds.`));
        stop();
      };
      // When a part fails, the SDK first tries as long again to remove the others.
      const inTime = async (step: Promise<unknown>) => {
        const timer = setTimeout(tooLate, whole);
        try {
          await step;
        } catch (error) {
          throw late ?? explain((await failure) ?? error);
        } finally {
          clearTimeout(timer);
        }
      };
      const writer: StorageWriter = {
        write: (piece) =>
          inTime(
            new Promise<void>((resolve, reject) => {
              giveUp = reject;
              // A copy, since it waits for the other pieces of its part.
              body.write(Buffer.from(piece), (error) => (error ? reject(error) : resolve()));
            }),
          ),
        finish() {
          body.end();
          return inTime(failure.then((error) => error !== null && Promise.reject(error)));
        },
        async discard() {
          // Not `abort`, which does not wait until the parts are gone.
          body.destroy(new Error('The upload was abandoned.'));
          await failure;
        },
      };
      return writer;
    },
    async *read(name, range) {
      const Range = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
      const found = await client
        .send(new sdk.GetObjectCommand({ ...at(name), ...Range }))
        .catch((error: unknown) => {
          throw error instanceof sdk.NoSuchKey ? new MissingBytes() : explain(error);
        });
      yield* arriving(found, answer);
    },
    async remove(name) {
      await client.send(new sdk.DeleteObjectCommand(at(name))).catch(explain);
    },
    async *list() {
      try {
        for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, { Bucket: bucket })) {
          for (const { Key = '', Size = 0, LastModified } of Contents) {
            const name = nameAt(Key);
            if (name !== undefined) yield { name, bytes: Size, writtenAt: LastModified ?? new Date() };
          }
        }
      } catch (error) {
        explain(error);
      }
    },
    /** By when it started: S3 does not say when the last part arrived. A day is longer than the slowest upload takes. */
    async removeAbandoned(before) {
      let removed = 0;
      for await (const { Key, UploadId, Initiated = new Date() } of unfinished()) {
        if (Initiated >= before || nameAt(Key ?? '') === undefined) continue;
        try {
          await client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
          removed += 1;
        } catch (error) {
          // Its sender or another instance was faster.
          if (!(error instanceof sdk.NoSuchUpload)) explain(error);
        }
      }
      return removed;
    },
    freeBytes: async () => null,
    async check(abortSignal) {
      const options = { abortSignal };
      const list = new sdk.ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 });
      const { Name, IsTruncated } = await client.send(list, options).catch(explain);
      if (Name === undefined && IsTruncated === undefined) throw notS3();
      await unfinished(options).next();
    },
  };
}

/** `undefined` for what is not ours, if the bucket has something else as well. */
const nameAt = (key: string) => /^[0-9a-f]{2}\/([0-9a-f]{32})$/.exec(key)?.[1];

/** What is not a file. S3 may send a space now and then while it assembles the parts of a large file. */
async function readWhole(body: Readable, within: number): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let total = 0;
  const stop = () => body.destroy(new Error('S3 did not come to the end of its response.'));
  const timer = setTimeout(stop, within);
  try {
    for await (const piece of body) {
      total += (piece as Buffer).length;
      if (total > mostBytes) throw new Error(`S3 sent more than ${mostBytes} bytes that are not a file.`);
      pieces.push(piece as Buffer);
    }
    return Buffer.concat(pieces);
  } finally {
    clearTimeout(timer);
  }
}

/** The bytes as they come. A service that stops sending is given up on, a slow reader is not. @throws Refusal */
async function* arriving({ Body }: GetObjectCommandOutput, within: number): AsyncGenerator<Buffer, void> {
  if (!(Body instanceof Readable)) throw new Error('S3 sent no bytes.');
  const body = Body;
  const stop = () => body.destroy(new Error('S3 stopped sending.'));
  let timer = setTimeout(stop, within);
  try {
    for await (const piece of body) {
      clearTimeout(timer);
      yield piece as Buffer;
      timer = setTimeout(stop, within);
    }
  } catch (error) {
    explain(error);
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}

function notS3() {
  const what = 'something other than S3 answers at QUAD_FILES_S3_ENDPOINT, such as a web page';
  return new StorageUnavailable(new Error(what));
}

const full = 'There is no room for more files right now. Nothing was saved. Contact IT.';
/** What different vendors' services say when there is no room. */
const fullCodes = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);

/** Only the service's name and sentence are passed on: the rest of its answer may contain what was signed. */
function explain(error: unknown): never {
  if (error instanceof Refusal) throw error;
  const [name, said] = error instanceof Error ? [error.name, error.message] : ['', String(error)];
  const cause = new Error(oneLine(`S3 answered ${name}: ${said}`, 500));
  if (fullCodes.has(name)) throw new Refusal('no-space', full, { cause });
  throw new StorageUnavailable(cause);
}
