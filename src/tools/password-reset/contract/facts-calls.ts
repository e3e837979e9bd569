import { z } from 'zod';
import { defineCall, jsonReply, uploadBody } from '../../../platform/contract/call.ts';
import { pagedList } from '../../../platform/contract/paging.ts';
import { factsImport, factsState, importPreview } from './shapes.ts';

const access = 'password-reset.manage';
const path = '/api/support/password-reset/facts';

const csv = {
  // Facts about people: never written to a disk, the storage, a job, or a backup.
  file: { handling: 'parsed', endings: ['.csv'], maxBytes: 30 * 1024 * 1024, maxFiles: 1, required: true },
} as const;
const badRows = { kind: 'invalid', detail: 'Nothing was imported: some rows need to be fixed.' } as const;

export const readFactsState = defineCall({
  name: 'readFactsState',
  summary: 'How many people have facts on record, and whether these can be used',
  method: 'GET',
  path,
  access,
  reply: jsonReply(z.object({ data: factsState })),
});

export const listFactsImports = defineCall({
  name: 'listFactsImports',
  summary: 'Imports of the student system, newest first; numbers only',
  method: 'GET',
  path: `${path}/imports`,
  access,
  ...pagedList(factsImport, {}),
});

export const previewFacts = defineCall({
  name: 'previewFacts',
  summary: 'What an import of this file would change; nothing is changed or kept',
  method: 'POST',
  changesNothing: true,
  path: `${path}/preview`,
  access,
  body: uploadBody(z.object({}), csv),
  reply: jsonReply(z.object({ data: importPreview })),
  refusals: { 'bad-rows': badRows },
});

export const importFacts = defineCall({
  name: 'importFacts',
  summary:
    'Replace all facts with those in this file, which is not kept; many fewer people than before need `confirmed=true`',
  method: 'POST',
  path: `${path}/imports`,
  access,
  tokens: 'password-reset.import-facts',
  body: uploadBody(
    z.object({
      confirmed: z.enum(['true', 'false']).optional(),
      version: z.coerce.number().int().optional(),
    }),
    csv,
  ),
  reply: jsonReply(z.object({ data: factsImport }), 201),
  refusals: {
    'stale-version': {
      kind: 'conflict',
      detail:
        'Another file was imported in the meantime, so nothing was imported. Check again what would change.',
    },
    'bad-rows': badRows,
    'many-removed': {
      kind: 'needs-confirmation',
      detail:
        'Nothing was imported: the file is missing many of the people on record. If that is right, import it with "confirmed".',
    },
  },
});
