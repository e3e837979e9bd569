import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { CompiledQuery } from 'kysely';
import type { Call } from '../../contract/call.ts';
import type { Actor } from '../actor/actor.ts';
import type { Origin } from '../change/audit.ts';
import type { ChangeService } from '../change/change.ts';
import { type Database, violatedUnique, type WriteTransaction } from '../db/database.ts';
import { ensureBegun, sendWithNext } from '../db/gathering-driver.ts';
import { CheckedAnswer, toJson } from './answer.ts';
import type { CallContext } from './context.ts';
import type { CheckedInput } from './input.ts';
import { invalid, Refusal } from './refusal.ts';

interface Attempt {
  call: Call;
  request: FastifyRequest;
  actor: Actor;
  input: CheckedInput;
  services: { database: Database; change: ChangeService };
  origin: Origin;
  context: CallContext;
}

type Run = (context: CallContext, input: CheckedInput) => Promise<unknown>;

/**
 * Runs a handler; with an `Idempotency-Key` once only per person, call and key. The key's row, the write and the stored
 * answer share one transaction: a second request with the key waits on the row, then repeats the first answer.
 */
export async function answerOnce(attempt: Attempt, run: Run): Promise<unknown> {
  const { call, request, actor, context, input } = attempt;
  const key = request.headers['idempotency-key'];
  if (key === undefined || call.idempotent !== true || actor.kind !== 'person') return run(context, input);
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalid({ 'Idempotency-Key': 'A key has 1 to 200 printable ASCII characters.' });
  }
  const row = { person_id: actor.id, call: call.name, key, body_hash: hashInput(input) };
  const { database } = attempt.services;
  const claim = { isTaken: false };
  const afterCommit: (() => void)[] = [];
  try {
    const answer = await database.transaction().execute(async (transaction) => {
      const taken = (error: Error) => {
        claim.isTaken = violatedUnique(error) !== null;
      };
      await sendWithNext(transaction, takeKey(row), taken);
      return runWithin(transaction, attempt, afterCommit, row, run);
    });
    for (const follow of afterCommit) follow();
    return answer;
  } catch (error) {
    if (claim.isTaken) return repeat(database, row);
    throw error;
  }
}

interface KeyRow {
  person_id: string;
  call: string;
  key: string;
  body_hash: Buffer;
}

/**
 * Runs the handler behind its key and keeps the answer. The key goes to PostgreSQL in front of the handler's first
 * statement. Where it is taken, PostgreSQL skips that one, and so nothing of a second request ever runs.
 */
async function runWithin(
  transaction: WriteTransaction,
  { call, input, context, services, origin }: Attempt,
  afterCommit: (() => void)[],
  row: KeyRow,
  run: Run,
): Promise<unknown> {
  const change = services.change.changeWithin(transaction, origin, afterCommit);
  try {
    const first = await run({ ...context, reader: transaction, change }, input);
    const body = toJson(call, first);
    const status = 'status' in call.reply ? call.reply.status : 200;
    await sendWithNext(transaction, keepAnswer(row, status, body));
    return call.reply.kind === 'json' ? new CheckedAnswer(status, body) : first;
  } catch (error) {
    // Refused before anything was asked: a key that was used before still answers as it did.
    await ensureBegun(transaction);
    throw error;
  }
}

// On the path of every form: the texts are fixed, so that nothing is built but the parameters.
const takeText = 'insert into idempotency_keys (person_id, call, key, body_hash) values ($1, $2, $3, $4)';
const keepText = `
  update idempotency_keys set status = $4, answer = $5 where person_id = $1 and call = $2 and key = $3`;

function takeKey({ person_id, call, key, body_hash }: KeyRow): CompiledQuery {
  return CompiledQuery.raw(takeText, [person_id, call, key, body_hash]);
}

function keepAnswer({ person_id, call, key }: KeyRow, status: number, body: string | null): CompiledQuery {
  return CompiledQuery.raw(keepText, [person_id, call, key, status, body]);
}

/** What the key stands for. */
async function repeat(reader: Database, row: KeyRow): Promise<CheckedAnswer> {
  const earlier = await reader
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'answer'])
    .where('person_id', '=', row.person_id)
    .where('call', '=', row.call)
    .where('key', '=', row.key)
    .executeTakeFirstOrThrow();
  if (!earlier.body_hash.equals(row.body_hash)) {
    throw new Refusal('conflict', 'This Idempotency-Key was used before with other content.', {
      reason: 'key-reused',
    });
  }
  return new CheckedAnswer(earlier.status ?? 200, earlier.answer);
}

function hashInput(input: CheckedInput): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([input.params, input.query, input.body]));
  for (const [name, files] of Object.entries(input.files)) {
    for (const file of files) hash.update(`${name}:${file.bytes.length}:`).update(file.bytes);
  }
  return hash.digest();
}
