import { z } from 'zod';
import { notFiles } from './data-files.ts';

/** Increased when older files can no longer be read; this version reads only this number. */
export const formatVersion = 1;

const count = z.int().min(0);
/** Written in pieces, one after another: `<name>/00001.gz`, ... */
const section = { name: z.string(), parts: count, bytes: count, sha256: z.string() };

const tableShape = z.object({
  ...section,
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1),
  rows: count,
});

const fileShape = z.object({
  ...section,
  /** Below the data folder, with `/`; never outside of it. */
  path: z
    .string()
    .refine(
      (path) =>
        !notFiles.test(path.split('/', 1)[0] ?? '') &&
        path.split('/').every((part) => !['', '.', '..'].includes(part)),
    ),
});

export const manifestShape = z.object({
  format: z.literal(formatVersion),
  product: z.literal('quad'),
  /** Of Quad. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableShape),
  sequences: z.array(z.object({ schema: z.string(), sequence: z.string(), value: z.int() })),
  files: z.array(fileShape),
  /** Where the content of uploaded files that is not in the backup is, for a sentence. `null`: all of it is inside. */
  filesElsewhere: z.string().nullable().default(null),
  /** Identifies the secret for encrypted values, without revealing it. `null`: none was created yet. */
  secretId: z.string().nullable(),
});

/** What a backup says about itself. */
export type Manifest = z.output<typeof manifestShape>;
export type BackedUpTable = z.output<typeof tableShape>;
export type BackedUpFile = z.output<typeof fileShape>;
export type Section = Pick<BackedUpTable, 'name' | 'parts' | 'bytes' | 'sha256'>;
