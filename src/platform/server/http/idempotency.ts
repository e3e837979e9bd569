import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Call } from '../../contract/call.ts';
import type { Actor } from '../actor/actor.ts';
import type { Origin } from '../change/audit.ts';
import type { ChangeService } from '../change/change.ts';
import type { Database, WriteTransaction } from '../db/database.ts';
import { RepeatedAnswer, toJson } from './answer.ts';
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
  const { services, origin } = attempt;
  const afterCommit: (() => void)[] = [];
  const row = { person_id: actor.id, call: call.name, key, body_hash: hashInput(input) };
  const answer = await services.database.transaction().execute(async (transaction) => {
    const earlier = await claim(transaction, row);
    if (earlier !== null) return earlier;
    const change = services.change.changeWithin(transaction, origin, afterCommit);
    const first = await run({ ...context, reader: transaction, change }, input);
    const body = toJson(call, first);
    const status = 'status' in call.reply ? call.reply.status : 200;
    await transaction
      .updateTable('idempotency_keys')
      .set({ status, answer: body })
      .where('person_id', '=', row.person_id)
      .where('call', '=', row.call)
      .where('key', '=', row.key)
      .execute();
    return first;
  });
  for (const follow of afterCommit) follow();
  return answer;
}

interface KeyRow {
  person_id: string;
  call: string;
  key: string;
  body_hash: Buffer;
}

/** Takes the key, or answers what it stands for. The insert waits while another transaction holds the same key. */
async function claim(transaction: WriteTransaction, row: KeyRow): Promise<RepeatedAnswer | null> {
  const taken = await transaction
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['person_id', 'call', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (taken !== undefined) return null;
  const earlier = await transaction
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
  return new RepeatedAnswer(earlier.status ?? 200, earlier.answer);
}

function hashInput(input: CheckedInput): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([input.params, input.query, input.body]));
  for (const [name, files] of Object.entries(input.files)) {
    for (const file of files) hash.update(`${name}:${file.bytes.length}:`).update(file.bytes);
  }
  return hash.digest();
}
