import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext, Download, UploadedFile } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { notFound } from '../../../platform/server/refusal/refusal.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import {
  type downloadPcardSample,
  type downloadRun,
  linesAtOnce,
  type listRuns,
  previewPcard,
  previewPcardLines,
  processPcard,
  type readPcardForm,
  type readRun,
  type readRunLines,
  type voidRun,
} from '../contract.ts';
import { demoSamples } from './demo/samples.ts';
import { type Pcard, readFile, writeFile } from './make-run.ts';
import { presentPreview, sendLine } from './present-preview.ts';
import { auditRun } from './runs/audit.ts';
import { findRepeats, findWarnings } from './runs/find-warnings.ts';
import { keepRun } from './runs/made-run.ts';
import { mayVoid, presentLine, presentRun } from './runs/present.ts';
import { findJournal, findRun, holdRun, lockRuns, markVoid, readRuns, selectLines } from './runs/queries.ts';

type Context = CallContext<PersonActor>;

export async function handleReadForm({
  profiles,
  keepDays,
  demo,
  timeZone,
}: Pcard): Promise<CallReply<typeof readPcardForm>> {
  const samples = demo ? demoSamples(dayOf(new Date(), timeZone)) : [];
  return {
    data: {
      profiles: Object.entries(profiles).map(([name, { title }]) => ({ name, title })),
      keepDays,
      samples: samples
        .filter(({ profile }) => Object.hasOwn(profiles, profile))
        .map(({ content: _content, ...sample }) => sample),
    },
  };
}

/** Made-up files exist only in the demo. */
export async function handleSample(
  { demo, timeZone }: Pcard,
  { params: { name } }: CallInput<typeof downloadPcardSample>,
): Promise<Download> {
  const samples = demo ? demoSamples(dayOf(new Date(), timeZone)) : [];
  const sample = samples.find((one) => one.name === name);
  if (sample === undefined) throw notFound();
  return { fileName: sample.name, body: sample.content };
}

export async function handlePreview(
  pcard: Pcard,
  { reader }: Context,
  { body }: CallInput<typeof previewPcard>,
  [file]: readonly UploadedFile[],
): Promise<CallReply<typeof previewPcard>> {
  const read = await readFile(pcard, previewPcard, body, file);
  // What would keep the whole file from being written is reported here, too.
  if (read.journal.unmapped.length === 0) await writeFile(previewPcard, read);
  const number = body.journalLogNumber;
  const found = await findWarnings(reader, read.transactions, { number, timeZone: pcard.timeZone });
  return { data: presentPreview(read, found) };
}

export async function handlePreviewLines(
  pcard: Pcard,
  { body }: CallInput<typeof previewPcardLines>,
  [file]: readonly UploadedFile[],
): Promise<CallReply<typeof previewPcardLines>> {
  const { lines } = (await readFile(pcard, previewPcardLines, body, file)).journal;
  const first = body.from - 1;
  return { data: lines.slice(first, first + linesAtOnce).map(sendLine), total: lines.length };
}

export async function handleProcess(
  pcard: Pcard,
  { actor, change }: Context,
  { body }: CallInput<typeof processPcard>,
  [file]: readonly UploadedFile[],
): Promise<Download> {
  const read = await readFile(pcard, processPcard, body, file);
  const { profile, transactions, journal } = read;
  const text = await writeFile(processPcard, read);
  await change(async (unit) => {
    unit.demand(byPermission);
    await lockRuns(unit.transaction);
    const repeats = await findRepeats(unit.transaction, transactions, pcard.timeZone);
    if (repeats !== null && body.confirmed !== 'true') {
      const detail = `Nothing was produced. ${repeats.reason} If that is right, confirm it.`;
      throw refusalOf(processPcard, 'processed-before', { detail });
    }
    const made = { journal, text, transactions, profile: profile.title, fileName: file?.fileName ?? '' };
    const run = await keepRun(unit.transaction, made, actor, repeats?.count ?? 0);
    auditRun(unit, 'process', null, run);
  });
  return { fileName: `${journal.number}.txt`, body: text };
}

export async function handleListRuns(
  { reader, actor }: Context,
  { query: { paging, journalLogNumber = '' } }: CallInput<typeof listRuns>,
): Promise<CallReply<typeof listRuns>> {
  const page = await readRuns(reader, journalLogNumber, paging);
  return { ...page, data: page.data.map((row) => presentRun(row, actor)) };
}

export async function handleReadRun(
  { reader, actor }: Context,
  { params }: CallInput<typeof readRun>,
): Promise<CallReply<typeof readRun>> {
  const row = await findRun(reader, params.id);
  if (row === undefined) throw notFound();
  return { data: presentRun(row, actor) };
}

export async function handleReadLines(
  { reader }: Context,
  { params, query }: CallInput<typeof readRunLines>,
): Promise<CallReply<typeof readRunLines>> {
  const run = await findRun(reader, params.id);
  if (run === undefined) throw notFound();
  const rows = await selectLines(reader, run.id, query.from, linesAtOnce);
  return { data: rows.map(presentLine), total: run.has_file ? run.lines : 0 };
}

export async function handleDownload(
  { reader }: Context,
  { params }: CallInput<typeof downloadRun>,
): Promise<Download> {
  const run = await findRun(reader, params.id);
  const text = await findJournal(reader, params.id);
  if (run === undefined || typeof text !== 'string') throw notFound('This file is no longer kept.');
  return { fileName: `${run.journal_log_number}.txt`, body: text };
}

export function handleVoid(
  { actor, change }: Context,
  { params, body }: CallInput<typeof voidRun>,
): Promise<CallReply<typeof voidRun>> {
  return change(async (unit) => {
    const before = await holdRun(unit.transaction, params.id);
    if (before === undefined) throw notFound();
    unit.demand(mayVoid(actor, before), before);
    const after = await markVoid(unit.transaction, before.id, { by: actor.name, reason: body.reason });
    auditRun(unit, 'void', before, after);
    return { data: presentRun(after, actor) };
  });
}
