import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { defineCall, emptyReply, jsonBody, jsonReply, uploadBody } from '../../contract/call.ts';
import { longText, text } from '../../contract/fields.ts';
import { defineTool } from '../../contract/tool.ts';
import { byPermission } from '../change/verdict.ts';
import { readRows } from '../db/database.ts';
import { route } from '../http/context.ts';
import { Refusal } from '../refusal/refusal.ts';
import { defineServerTool, type RunningTool } from '../tool/server-tool.ts';

const note = z.object({ id: z.uuid(), title: z.string() });
const access = 'information-technology.open';

/** Calls of a tool that exists in tests only, to prove what every tool inherits. */
export const sampleCalls = {
  addNote: defineCall({
    name: 'addNote',
    summary: 'Add a note',
    method: 'POST',
    path: '/api/notes',
    access,
    tokens: 'notes.add',
    body: jsonBody(
      z.object({ title: text({ min: 1 }), comment: longText.optional(), author: text().optional() }),
    ),
    reply: jsonReply(z.object({ data: note }), 201),
    identity: ['author'],
    refusals: { 'no-lamps': { kind: 'conflict', detail: 'Lamps are refused here.' } },
    idempotent: true,
  }),
  countNotes: defineCall({
    name: 'countNotes',
    summary: 'How many notes there are',
    method: 'GET',
    path: '/api/notes/count',
    access: 'signed-in',
    query: z.object({ author: text().optional() }),
    reply: jsonReply(z.object({ data: z.object({ notes: z.int() }) })),
    identity: ['author'],
  }),
  leakNote: defineCall({
    name: 'leakNote',
    summary: 'Answers with a column that is not declared',
    method: 'GET',
    path: '/api/notes/leak',
    access: 'public',
    reply: jsonReply(z.object({ data: note })),
  }),
  failNote: defineCall({
    name: 'failNote',
    summary: 'Fails in a way that no one foresaw',
    method: 'DELETE',
    path: '/api/notes/fail',
    access: 'public',
    reply: emptyReply,
  }),
  uploadNote: defineCall({
    name: 'uploadNote',
    summary: 'Reads a file',
    method: 'POST',
    path: '/api/notes/file',
    access,
    body: uploadBody(z.object({ title: text({ min: 1 }) }), {
      file: { handling: 'parsed', maxBytes: 1_000, maxFiles: 1, required: true },
    }),
    reply: jsonReply(z.object({ data: z.object({ title: z.string(), bytes: z.int() }) }), 201),
    idempotent: true,
  }),
} as const;

const tool = defineTool({
  id: 'notes',
  title: 'Notes',
  permissions: { [access]: 'Add notes.' },
  tokenPermissions: {
    'notes.add': { about: 'Add notes.' },
    'notes.publish': { about: 'Publish notes as files.', publishesFiles: true },
  },
  screens: { list: { path: '/notes', title: 'Notes', access } },
  tiles: [],
});

const columns = { id: 'left out', title: 'plain' } as const;

async function start(): Promise<RunningTool> {
  return {
    routes: [
      route(sampleCalls.addNote, async ({ change }, { body }) => {
        const row = { id: uuid(), title: body.title };
        const refusal = new Refusal('conflict', 'Lamps are refused here.', { reason: 'no-lamps' });
        if (body.title === 'Torch') throw refusal;
        await change(async ({ transaction, demand, record }) => {
          demand(byPermission);
          await sql`insert into notes (id, title) values (${row.id}, ${row.title})`.execute(transaction);
          if (body.title === 'Lamp') throw refusal;
          record({ action: 'note.create', subject: { type: 'note', id: row.id, columns }, after: row });
        });
        return { data: row };
      }),
      route(sampleCalls.countNotes, async ({ reader }) => {
        const rows = await readRows(reader, sql<{ notes: number }>`select count(*) as notes from notes`);
        return { data: { notes: rows[0]?.notes ?? 0 } };
      }),
      route(sampleCalls.leakNote, async () => {
        const row = { id: uuid(), title: 'Lamp', password: 'open sesame' };
        return { data: row };
      }),
      route(sampleCalls.failNote, async () => {
        throw new Error('select password from people');
      }),
      route(sampleCalls.uploadNote, async (_context, { body, files }) => ({
        data: { title: body.title, bytes: files.file[0]?.bytes.length ?? 0 },
      })),
    ],
  };
}

/** Needs the table `notes (id uuid, title text)`. */
export const sampleTool = defineServerTool({ tool, calls: sampleCalls, start });
