import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineCall, fileReply, jsonReply, uploadBody } from '../../../contract/call.ts';
import { text } from '../../../contract/fields.ts';
import { defineTool } from '../../../contract/tool.ts';
import { byPermission } from '../../change/verdict.ts';
import { readRows } from '../../db/database.ts';
import { type ArrivedFile, route } from '../../http/context.ts';
import type { ConnectionLimits } from '../../http/limits.ts';
import { notFound, Refusal } from '../../refusal/refusal.ts';
import { createTestServer } from '../../testing/test-server.ts';
import { defineServerTool, type Platform } from '../../tool/server-tool.ts';

const access = 'papers.open';
const paper = z.object({ id: z.string(), contentType: z.string(), bytes: z.int(), fileName: z.string() });

/** What a tool with files of its own needs: stored ones that a change adopts, and a download. */
export const paperCalls = {
  addPaper: defineCall({
    name: 'addPaper',
    summary: 'Store papers',
    method: 'POST',
    path: '/api/papers',
    access,
    body: uploadBody(
      z.object({ title: text({ min: 1 }) }),
      {
        paper: { handling: 'stored', maxBytes: 4 * 1024 * 1024, maxFiles: 2, required: true },
        picture: {
          handling: 'stored',
          types: ['image/png'],
          maxBytes: 1024,
          maxFiles: 1,
          required: false,
        },
      },
      { maxBytes: 5 * 1024 * 1024 },
    ),
    reply: jsonReply(z.object({ data: z.array(paper) }), 201),
    idempotent: true,
  }),
  parsePaper: defineCall({
    name: 'parsePaper',
    summary: 'Read a paper and keep nothing',
    method: 'POST',
    path: '/api/papers/parse',
    access,
    body: uploadBody(z.object({}), {
      paper: { handling: 'parsed', maxBytes: 1024 * 1024, maxFiles: 1, required: true },
    }),
    reply: jsonReply(z.object({ data: z.object({ bytes: z.int() }) })),
  }),
  openPaper: defineCall({
    name: 'openPaper',
    summary: 'A paper',
    method: 'GET',
    path: '/api/papers/:id',
    access: 'signed-in',
    params: z.object({ id: z.uuid() }),
    reply: fileReply,
  }),
};

const columns = { stored_name: 'plain', file_name: 'plain' } as const;

async function examinePaper({ upload: { fileName } }: ArrivedFile): Promise<void> {
  if (fileName === 'break.txt') throw new Error('a defect');
}

function start(platform: Platform) {
  return {
    routes: [
      route(
        paperCalls.addPaper,
        async ({ change }, { body, files }) => {
          const data = await change(async (unit) => {
            unit.demand(byPermission);
            const rows = [];
            for (const file of [...files.paper, ...files.picture]) {
              const id = uuid();
              const name = await file.adopt(unit);
              await sql`insert into papers values (${id}, ${name}, ${file.fileName}, ${file.contentType})`.execute(
                unit.transaction,
              );
              unit.record({
                action: 'paper.create',
                subject: { type: 'paper', id, columns },
                after: { stored_name: name, file_name: file.fileName },
              });
              rows.push({ id, contentType: file.contentType, bytes: file.bytes, fileName: file.fileName });
            }
            if (body.title === 'Refuse') throw new Refusal('conflict', 'There is such a paper.');
            if (body.title === 'Break') throw new Error('a defect');
            return rows;
          });
          return { data };
        },
        { examine: { paper: examinePaper } },
      ),
      route(paperCalls.parsePaper, async (_context, { files }) => ({
        data: { bytes: files.paper[0]?.bytes.length ?? 0 },
      })),
      route(paperCalls.openPaper, async ({ reader }, { params }) => {
        const [row] = await readRows(
          reader,
          sql<{ stored_name: string; file_name: string; content_type: string }>`
            select * from papers where id = ${params.id}`,
        );
        if (row === undefined) throw notFound();
        return {
          fileName: row.file_name,
          contentType: row.content_type,
          content: await platform.files.open(reader, row.stored_name),
        };
      }),
    ],
  };
}

const papersTool = defineServerTool({
  tool: defineTool({
    id: 'papers',
    title: 'Papers',
    permissions: { [access]: 'Add papers.' },
    screens: {},
    tiles: [],
  }),
  calls: paperCalls,
  start: async (platform) => start(platform),
});

interface PaperOptions {
  limits?: Partial<ConnectionLimits>;
  variables?: Record<string, string>;
}

/** The same for a single test; it stops when the test ends. */
export async function startPapers(options: PaperOptions = {}) {
  const papers = await createPapers(options);
  onTestFinished(papers.stop);
  return papers;
}

/** A server with papers, and what its file storage holds. Stop it when the file is done. */
export async function createPapers(options: PaperOptions = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-papers-'));
  const { limits, variables } = options;
  const server = await createTestServer({
    tools: [papersTool],
    variables: { QUAD_DATA: folder, ...variables },
    ...(limits === undefined ? {} : { limits }),
  });
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= server.stop();
    return stopped;
  };
  await sql`create table papers (id uuid primary key, stored_name text, file_name text, content_type text)`.execute(
    server.database.database,
  );
  const it = await server.signIn('it');
  return {
    server,
    it,
    /** Stops the server and leaves what it has stored. */
    halt: stop,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
    filesFolder: path.join(folder, 'files'),
    /** Every file of the storage, those that are still arriving included. */
    stored: () => filesIn(path.join(folder, 'files')),
    rows: async () => {
      const { rows } = await server.database.pool.query<{ name: string }>('select name from stored_files');
      return rows.map(({ name }) => name);
    },
    cookie: () => [...it.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .toSorted();
  } catch {
    return [];
  }
}
