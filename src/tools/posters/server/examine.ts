import path from 'node:path';
import { z } from 'zod';
import { createTurns } from '../../../platform/server/concurrency/person-turns.ts';
import type { StoredUpload } from '../../../platform/server/files/stored-files.ts';
import type { ArrivedFile } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { runSandboxed, type SandboxWork } from '../../../platform/server/sandbox/run-sandboxed.ts';
import type { FirstPage } from '../contract/first-page.ts';
import { faultOf } from '../contract/poster-size.ts';
import { submitPoster } from '../contract.ts';

/** As the specification says: what cannot be judged in this time is refused. */
const seconds = 10;
/** The process has 100 MB before it reads anything; a damaged file is read in full. */
const memory = 512 * 1024 * 1024;
/** Room to ask for each piece of the largest file. */
const output = 500_000;

/** Beside this file in the sources, beside the server when built. */
const isBuilt = !import.meta.filename.endsWith('.ts');
const root = path.resolve(import.meta.dirname, isBuilt ? '.' : '../../../..');
const program = path.join(import.meta.dirname, isBuilt ? 'read-poster.js' : 'read-poster.ts');
const loads = isBuilt
  ? []
  : ['src/', 'package.json', 'node_modules/pdfjs-dist/'].map((one) => path.join(root, one));

const firstPage: z.ZodType<FirstPage> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), width: z.number(), height: z.number(), pages: z.int().min(1) }),
  z.object({ kind: z.literal('encrypted') }),
  z.object({ kind: z.literal('unreadable') }),
]);

type PdfPage = Extract<FirstPage, { kind: 'page' }>;

/**
 * Two at a time leave a small machine free for everyone else. The wait and the examination are shorter than a proxy
 * waits for a response (65 seconds in our `nginx.conf`), and leave time for the virus scan.
 */
const turns = createTurns(2, 40);
const examined = new WeakMap<StoredUpload, PdfPage>();

/** Judges a poster that was uploaded. @throws Refusal at its field */
export async function examinePoster({ upload, ...arrived }: ArrivedFile): Promise<void> {
  const page = await readPdf({ bytes: upload.bytes, ...arrived });
  const fault =
    page === null
      ? { reason: 'too-complex' as const, detail: submitPoster.refusals['too-complex'].detail }
      : faultOf(page);
  if (fault === null && page?.kind === 'page') return void examined.set(upload, page);
  const { reason, detail } = fault ?? {
    reason: 'unreadable' as const,
    detail: submitPoster.refusals.unreadable.detail,
  };
  throw refusalOf(submitPoster, reason, { detail, fields: { attachment: detail } });
}

/** What was found in a poster that passed. */
export function pageOf(upload: StoredUpload): PdfPage {
  const page = examined.get(upload);
  if (page === undefined) throw new Error('A poster was not examined before its request.');
  return page;
}

/** @returns `null` if the file could not be judged within the limits */
async function readPdf(
  file: Pick<SandboxWork, 'bytes' | 'read' | 'signal'> & Pick<ArrivedFile, 'actor' | 'log'>,
): Promise<FirstPage | null> {
  const { actor, log, ...work } = file;
  const limits = { seconds, memory, output };
  const sender = 'id' in actor ? actor.id : actor.kind;
  const outcome = await turns(sender, () => runSandboxed({ ...work, program, loads, limits }));
  if (outcome.kind === 'said') return understand(outcome.text);
  log.warn({ by: outcome.by, bytes: file.bytes }, 'a poster could not be judged within the limits');
  return null;
}

/** The output of the process is untrusted, too: the file may have taken it over. */
function understand(text: string): FirstPage {
  try {
    return firstPage.parse(JSON.parse(text));
  } catch {
    return { kind: 'unreadable' };
  }
}
