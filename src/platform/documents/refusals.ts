import type { Access, Permission } from '../contract/access.ts';
import { type Call, isCountedDownload } from '../contract/call.ts';
import { anotherPerson } from '../contract/person-header.ts';
import { type RefusalKind, refusalStatus } from '../contract/problem.ts';

export function isPermission(access: Access): access is Permission {
  return access !== 'public' && access !== 'signed-in';
}

/** One way in which a call may refuse. */
export interface DocumentedRefusal {
  readonly status: number;
  /** The word for programs, if there is one. */
  readonly reason?: string;
  readonly detail: string;
}

interface GeneralRefusal {
  kind: RefusalKind;
  reason?: string;
  detail: string;
  when(call: Call): boolean;
}

/** What every call of a kind refuses, because the platform does. */
const general: GeneralRefusal[] = [
  {
    kind: 'invalid',
    detail: 'Something that was sent is invalid; `fields` says what.',
    when: (call) => call.query !== undefined || call.body !== undefined,
  },
  { kind: 'signed-out', detail: 'No one is signed in.', when: (call) => call.access !== 'public' },
  ...tokenRefusals(),
  {
    kind: 'conflict',
    reason: anotherPerson,
    detail: '`Quad-Person` names someone other than the signed-in person.',
    when: (call) => call.access !== 'public',
  },
  { kind: 'forbidden', detail: 'The permission is missing.', when: (call) => isPermission(call.access) },
  {
    kind: 'forbidden',
    detail: 'A field names another person.',
    when: (call) => call.identity !== undefined && call.identity.length > 0,
  },
  {
    kind: 'forbidden',
    detail: 'The request came from another site.',
    when: (call) => call.method !== 'GET' && call.fromOtherSites !== true,
  },
  {
    kind: 'not-found',
    detail: 'It does not exist, or this person may not know that it does.',
    when: (call) => call.params !== undefined,
  },
  {
    kind: 'conflict',
    reason: 'key-reused',
    detail:
      'The `Idempotency-Key` was already used with different content, or the first response can no longer be read.',
    when: (call) => call.idempotent === true,
  },
  {
    kind: 'gone',
    detail: 'The content of the file is lost.',
    when: (call) => call.reply.kind === 'file',
  },
  { kind: 'too-large', detail: 'The body is too large.', when: (call) => call.body !== undefined },
  {
    kind: 'unsupported-type',
    detail: 'The body is not of the declared type.',
    when: (call) => call.body !== undefined,
  },
  {
    kind: 'too-many',
    detail: 'One person has too many downloads running.',
    when: isCountedDownload,
  },
  {
    kind: 'too-many',
    detail: 'Too many requests of one person wait at the same time.',
    when: ({ access, body }) => access !== 'public' && body?.kind !== 'upload',
  },
  {
    kind: 'no-space',
    detail: 'There is no room for more files.',
    when: ({ body }) =>
      body?.kind === 'upload' && Object.values(body.files).some(({ handling }) => handling === 'stored'),
  },
  {
    kind: 'unavailable',
    detail: 'The database or another system cannot be reached; nothing was lost.',
    when: () => true,
  },
];

function tokenRefusals(): GeneralRefusal[] {
  const takesTokens = (call: Call) => call.tokens !== undefined;
  return [
    { kind: 'signed-out', reason: 'token-unknown', detail: "This service token doesn't exist." },
    { kind: 'signed-out', reason: 'token-expired', detail: 'The service token has expired.' },
    { kind: 'signed-out', reason: 'token-revoked', detail: 'The service token was revoked.' },
    {
      kind: 'forbidden',
      reason: 'token-address',
      detail: 'The service token may not be used from this address.',
    },
    { kind: 'forbidden', reason: 'token-permission', detail: 'The service token lacks the permission.' },
    {
      kind: 'too-many',
      reason: 'too-many-tokens',
      detail: 'Too many wrong service tokens came from one network.',
    },
  ].map((refusal) => ({ ...(refusal as Omit<GeneralRefusal, 'when'>), when: takesTokens }));
}

/** What this call refuses for its own reasons. */
export function ownRefusals(call: Call): DocumentedRefusal[] {
  return Object.entries(call.refusals ?? {}).map(([reason, { kind, detail }]) => ({
    status: refusalStatus[kind],
    reason,
    detail,
  }));
}

/** Everything that this call refuses, by status. */
export function refusalsByStatus(call: Call): Map<number, DocumentedRefusal[]> {
  const all = [
    ...general
      .filter(({ when }) => when(call))
      .map(({ kind, reason, detail }) => ({
        status: refusalStatus[kind],
        ...(reason === undefined ? {} : { reason }),
        detail,
      })),
    ...ownRefusals(call),
  ];
  const ordered = all.toSorted((a, b) => a.status - b.status);
  return Map.groupBy(ordered, ({ status }) => status);
}
