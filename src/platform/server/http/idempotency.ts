import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { CompiledQuery } from 'kysely';
import type { Call } from '../../contract/call.ts';
import type { Actor } from '../actor/actor.ts';
import type { Origin } from '../change/audit.ts';
import type { ChangeService } from '../change/change.ts';
import { type Database, isUnreachable } from '../db/database.ts';
import { sendUnawaited } from '../db/pipelined-dialect.ts';
import { invalid, Refusal } from '../refusal/refusal.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { CheckedAnswer, toJson } from './answer.ts';
import type { CallContext } from './context.ts';
import type { CheckedInput } from './input.ts';

interface Services {
  database: Database;
  change: ChangeService;
  secrets: Secrets;
}

interface Attempt {
  call: Call;
  request: FastifyRequest;
  actor: Actor;
  input: CheckedInput;
  services: Services;
  origin: Origin;
  context: CallContext;
}

type Run = (context: CallContext, input: CheckedInput) => Promise<unknown>;

/**
 * Runs a handler; with an `Idempotency-Key` only once per person or service token, call, and key. The write and the
 * stored response share one transaction, whose last statement adds the key. For a second request it waits for the first
 * one to end and then fails, which undoes all that the second one did. Then the first response is repeated. Responses are
 * stored encrypted, because they may repeat what the audit encrypts, and one with a secret is not stored.
 */
export async function answerOnce(attempt: Attempt, run: Run): Promise<unknown> {
  const { call, request, actor, context, input } = attempt;
  const key = request.headers['idempotency-key'];
  const isKnown = actor.kind === 'person' || actor.kind === 'token';
  if (key === undefined || call.idempotent !== true || !isKnown) return run(context, input);
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalid({ 'Idempotency-Key': 'A key must be 1 to 200 printable ASCII characters.' });
  }
  const { services, origin } = attempt;
  const afterCommit: (() => void)[] = [];
  const row = { person_id: actor.id, call: call.name, key, body_hash: hashInput(input) };
  try {
    const answer = await services.database.transaction().execute(async (transaction) => {
      const change = services.change.changeWithin(transaction, origin, afterCommit);
      const first = await run({ ...context, reader: transaction, change }, input);
      const body = toJson(call, first);
      const status = 'status' in call.reply ? call.reply.status : 200;
      const kept = call.answersSecret === true ? null : seal(body, services.secrets);
      await sendUnawaited(transaction, keepAnswer(row, status, kept));
      return call.reply.kind === 'json' ? new CheckedAnswer(status, body) : first;
    });
    for (const follow of afterCommit) follow();
    return answer;
  } catch (error) {
    // Whatever stopped it, such as the name it took the first time, an answer that is kept comes before it.
    const earlier = isUnreachable(error) ? null : await findAnswer(services, row);
    if (earlier === null) throw error;
    return earlier;
  }
}

interface KeyRow {
  /** The id of the person or the service token; both are UUIDs. */
  person_id: string;
  call: string;
  key: string;
  body_hash: Buffer;
}

// On the path of every form: the text is fixed, so that only the parameters are built.
const keepText = `
  insert into idempotency_keys (person_id, call, key, body_hash, status, answer)
  values ($1, $2, $3, $4, $5, $6)`;

function keepAnswer(row: KeyRow, status: number, sealed: string | null): CompiledQuery {
  const { person_id, call, key, body_hash } = row;
  return CompiledQuery.raw(keepText, [person_id, call, key, body_hash, status, sealed]);
}

/** The response stored for a key, if it has one. @throws Refusal `key-reused` if it belongs to other content */
async function findAnswer({ database, secrets }: Services, row: KeyRow): Promise<CheckedAnswer | null> {
  const earlier = await database
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'answer'])
    .where('person_id', '=', row.person_id)
    .where('call', '=', row.call)
    .where('key', '=', row.key)
    .executeTakeFirst();
  if (earlier === undefined) return null;
  if (!earlier.body_hash.equals(row.body_hash)) {
    throw keyReused('This Idempotency-Key was already used with different content.');
  }
  return new CheckedAnswer(earlier.status ?? 200, unseal(earlier.answer, secrets));
}

function keyReused(detail: string): Refusal {
  return new Refusal('conflict', detail, { reason: 'key-reused' });
}

const purpose = 'idempotency';

/** A response without a body is sealed, too, so that a missing one means that it was dropped. */
function seal(body: string | null, secrets: Secrets): string {
  return secrets.encrypt(purpose, JSON.stringify({ body }));
}

/** @throws Refusal `key-reused` if the response was not kept or its secret is gone: the write is never repeated */
function unseal(sealed: string | null, secrets: Secrets): string | null {
  try {
    if (sealed !== null) return JSON.parse(secrets.decrypt(purpose, sealed)).body;
  } catch {
    // Handled below, together with a response that was dropped.
  }
  throw keyReused("This was already saved, but the response can't be shown again. Reload the page.");
}

function hashInput({ params, query, body, files }: CheckedInput): Buffer {
  const sent = Object.entries(files).flatMap(([name, some]) =>
    some.map((file) => {
      const content = 'sha256' in file ? file.sha256.toString('hex') : hash('sha256', file.bytes, 'hex');
      return JSON.stringify([name, file.fileName, content]);
    }),
  );
  return hash('sha256', JSON.stringify([params, query, body]) + sent.join(''), 'buffer');
}
