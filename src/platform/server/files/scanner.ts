import type { FastifyBaseLogger } from 'fastify';
import { oneLine } from '../../contract/fields.ts';
import { invalid, Refusal, unavailable } from '../refusal/refusal.ts';
import type { FileStorage } from './file-storage.ts';
import type { ReceivedFile } from './receive.ts';

/** What a virus scanner says about a file. What it does not check as a whole is beyond its limits, never clean. */
export type Finding = { kind: 'clean' } | { kind: 'infected'; with: string } | { kind: 'beyond limits' };

/** Looks for viruses in what people upload. */
export interface FileScanner {
  /** The largest file that it checks as a whole. Larger ones are refused before they are sent. */
  readonly largest: number;
  /** @throws Error if it cannot say: it is down, too slow, or answers something else */
  scan(content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<Finding>;
}

interface Scan {
  storage: FileStorage;
  scanner: FileScanner;
  received: Pick<ReceivedFile, 'name' | 'fileName'>;
  /** The field of the form, for what is refused. */
  field: string;
  signal: AbortSignal;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Lets a file pass that the scanner calls clean, and no other. It has arrived as a whole and no row names it, so it
 * exists for no one yet. Not while it arrives: a slow upload would keep one of the scanner's few places for minutes.
 * @throws Refusal at the field for a virus; `unavailable` if the scanner cannot say
 */
export async function demandClean({ storage, scanner, received, field, signal, log }: Scan): Promise<void> {
  const content = storage.read(received.name);
  try {
    const finding = await scanner.scan(content, signal).catch((error: unknown) => {
      throw signal.aborted ? unavailable(error) : unable(away, error);
    });
    if (finding.kind === 'clean') return;
    const name = oneLine(received.fileName, 60) || 'This file';
    if (finding.kind === 'beyond limits') {
      throw unable(`${name} is too large for the virus scanner to check. Nothing was saved. Contact IT.`);
    }
    log.warn({ found: oneLine(finding.with, 100) }, 'an upload with a virus was refused');
    const found = `${name} was not saved: the virus scanner found ${oneLine(finding.with, 100)} in it.`;
    throw invalid({ [field]: found }, found);
  } finally {
    await content.return();
  }
}

const away =
  "Files can't be checked for viruses right now, so nothing was saved. Try again in a few minutes, or contact IT.";

function unable(
  detail: string,
  cause: unknown = new Error('A file is too large for the virus scanner.'),
): Refusal {
  return new Refusal('unavailable', detail, { retryAfterSeconds: 60, cause });
}
