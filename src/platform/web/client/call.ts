import type { Call } from '../../contract/call.ts';
import { anotherPerson, personHeader } from '../../contract/person-header.ts';
import { ApiError, apiErrorOf, isJson, silentFailure } from './api-error.ts';
import { longestWait } from './longest-wait.ts';
import { pageOwner } from './page-owner.ts';
import { type Answer, addressOf, bodyOf, type Manner, type Sending } from './request.ts';
import { sentenceAfterLostWrite, sentenceOfLostFile } from './sentences.ts';
import { noteServerTime } from './server-clock.ts';
import { reportAnswered, reportSessionChanged, reportWritten } from './session-changed.ts';

/**
 * Sends a declared call and returns its response: JSON as typed by the contract, text as a string, a file as
 * a `Download`. Does not validate the response again: the server did. Throws `ApiError`, or the signal's own
 * reason when it was aborted.
 */
export async function call<C extends Call>(contract: C, request: Sending<C>): Promise<Answer<C>> {
  const {
    body: content,
    files,
    signal,
    idempotencyKey,
    sendWith,
    person = pageOwner(),
  } = request as Manner & {
    body?: unknown;
    files?: Record<string, readonly File[]>;
  };
  await assertReadable(files);
  const sent = bodyOf(contract, content, files);
  const headers = new Headers({ accept: acceptOf(contract) });
  if (sent?.contentType) headers.set('content-type', sent.contentType);
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  if (person) headers.set(personHeader, person);

  const deadline = new AbortController();
  const usual = contract.body?.kind === 'upload' ? longestWait.upload : longestWait.call;
  const wait = contract.mayTakeSeconds === undefined ? usual : contract.mayTakeSeconds * 1_000;
  const timer = sendWith ? undefined : setTimeout(() => deadline.abort(), wait);
  const startedOnline = navigator.onLine !== false;
  const isWrite = contract.method !== 'GET' && contract.changesNothing !== true;
  try {
    const askedAt = Date.now();
    const { method } = contract;
    const address = addressOf(contract, request);
    const response = await (sendWith ?? fetch)(address, {
      method,
      ...mannerOf(method, address),
      headers,
      body: sent?.body ?? null,
      signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
    });
    noteServerTime(response.headers, askedAt, Date.now());
    if (!response.ok) throw await refused(contract, response);
    if (contract.reply.kind === 'download') clearTimeout(timer);
    const answer = await answerOf(contract, response);
    reportAnswered();
    return answer as Answer<C>;
  } catch (thrown) {
    const isLostWrite = isWrite && startedOnline;
    const advice = isLostWrite ? sentenceAfterLostWrite(idempotencyKey !== undefined) : undefined;
    if (thrown instanceof ApiError) throw advice && isUnclear(thrown) ? advised(thrown, advice) : thrown;
    if (signal?.aborted) throw thrown;
    // Only of what was never sent: what became of a lost write stays to be found out once the line is back.
    if (navigator.onLine === false && !isLostWrite) throw silentFailure('offline');
    const isLate = deadline.signal.aborted || (thrown as Error).name === 'TimeoutError';
    throw silentFailure(isLate ? 'timeout' : 'unreachable', 0, advice);
  } finally {
    clearTimeout(timer);
    if (isWrite) reportWritten();
  }
}

/**
 * What the page itself has already requested (`server/pages/screens.ts`) is used by the first read that asks for it in the
 * same way, or the browser would request it again.
 */
function mannerOf(method: string, address: string): Pick<RequestInit, 'mode' | 'credentials'> {
  const selector = `link[as="fetch"][href="${address}"]:not([data-taken])`;
  const link = method === 'GET' && globalThis.document?.querySelector(selector);
  if (!link) return {};
  link.setAttribute('data-taken', '');
  return { mode: 'no-cors', credentials: 'include' };
}

/**
 * Whether the portal may have done it, although something along the way answered in its place. 503: a proxy that had
 * nowhere to pass it on to.
 */
function isUnclear({ silence, status }: ApiError): boolean {
  return silence !== undefined && status !== 503 && (status >= 500 || status < 400);
}

function advised({ status, silence, detail }: ApiError, advice: string): ApiError {
  return new ApiError({ status, detail: `${detail} ${advice}`, ...(silence && { silence }) });
}

function acceptOf(contract: Call): string {
  switch (contract.reply.kind) {
    case 'text':
    case 'download':
      return `${contract.reply.contentType.split(';')[0]}, application/problem+json`;
    default:
      return 'application/json, application/problem+json';
  }
}

async function refused(contract: Call, response: Response): Promise<ApiError> {
  const error = apiErrorOf({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  });
  // If a page's read is refused, the page was drawn with permissions that the person no longer has.
  const lostPermission = error.status === 403 && error.reason === undefined && contract.method === 'GET';
  if (error.isSignedOut || error.reason === anotherPerson || lostPermission) reportSessionChanged();
  else if (error.isRefusal) reportAnswered();
  return error;
}

async function answerOf(contract: Call, response: Response): Promise<unknown> {
  const isPage = /^text\/html\b/i.test(response.headers.get('content-type') ?? '');
  if (isPage) throw silentFailure('foreign', response.status);
  switch (contract.reply.kind) {
    case 'json':
      return readJson(response);
    case 'text':
      return response.text();
    case 'download':
      return { blob: await response.blob(), name: fileNameOf(response.headers) };
    default:
      return undefined;
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text.trim() === '') throw silentFailure('empty', response.status);
  if (!isJson(response.headers)) throw silentFailure('foreign', response.status);
  try {
    return JSON.parse(text);
  } catch {
    throw silentFailure('foreign', response.status);
  }
}

/** RFC 6266: `filename*` (UTF-8) before `filename`. */
export function fileNameOf(headers: Headers): string {
  const value = headers.get('content-disposition') ?? '';
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(value)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(value);
  const name = (extended && decoded(extended)) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2];
  return name?.split(/[/\\]/).pop() || 'download.csv';
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value.trim());
  } catch {
    return undefined;
  }
}

/** Browsers report a file that changed on disk as a broken connection; reading one byte tells the two apart. */
async function assertReadable(files: Readonly<Record<string, readonly File[]>> = {}): Promise<void> {
  for (const file of Object.values(files).flat()) {
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch {
      throw new ApiError({ status: 0, detail: sentenceOfLostFile(file.name) });
    }
  }
}
