import {
  keepPreviousData,
  type Query,
  QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { Call } from '../../contract/call.ts';
import type { ApiError } from './api-error.ts';
import { call } from './call.ts';
import type { Addressed, Answer, Manner, Sending, Sent } from './request.ts';
import { noteRefusedPress, onSignedIn, onWritten } from './session-changed.ts';
import { createSubmission, type SubmissionOptions } from './submission.ts';

/**
 * The cache of what was read. Retries a read once when the connection or the server failed, never when the server
 * refused or took too long; never repeats a write on its own. Nothing waits silently for a connection to come back.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: freshFor(15_000),
        retry: (failures, error) => failures < 1 && mayRetry(error),
        retryDelay: 800,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** What was read in the future, by a clock that has been set back since then, may be of any age. */
function freshFor(milliseconds: number) {
  return ({ state }: { state: { dataUpdatedAt: number } }) =>
    state.dataUpdatedAt > Date.now() ? Number.NEGATIVE_INFINITY : milliseconds;
}

export function mayRetry(error: unknown): boolean {
  const { status, silence } = error as Partial<ApiError>;
  if (silence === 'offline' || silence === 'timeout') return false;
  return status === 0 || (status !== undefined && status >= 500);
}

interface ReadOptions {
  /** `false` waits until the request is known. */
  enabled?: boolean;
  /** Shows the previous response (as `isPlaceholderData`) while another page or filter loads. */
  keepPrevious?: boolean;
  /** Reads again each time it is shown, no matter how recently it was read. */
  everyTime?: boolean;
}

/** One per page. Passed to the hooks directly: a page without a list loads none of this. */
const queryClient = createQueryClient();
queryClient.mount();
onSignedIn(readRefusedAgain);
// A write of one tool shows in lists, counts and pages of others, which it can't name.
onWritten(outdateAll);

/** A server that keeps contradicting itself is not asked more often than every this many milliseconds. */
const contradictionPause = 10_000;
let readAgainAt = Number.NEGATIVE_INFINITY;

/**
 * A read that was refused because no one was signed in shows neither rows nor an error, since an ended session has its own
 * message. When the same person is back, in another tab or in this one, it is read again.
 */
function readRefusedAgain(): void {
  const now = performance.now();
  if (now - readAgainAt < contradictionPause) return;
  const refused = {
    type: 'active',
    predicate: ({ state }: Query) => (state.error as ApiError | null)?.isSignedOut === true,
  } as const;
  if (queryClient.getQueryCache().findAll(refused).length === 0) return;
  readAgainAt = now;
  void queryClient.refetchQueries(refused);
}

/** The part of the cache that belongs to a call or, with a request, to that one response. */
export function queryKeyOf(
  contract: Call,
  request?: { params?: unknown; query?: unknown },
): readonly unknown[] {
  if (request === undefined) return [contract.name];
  return [contract.name, { params: request.params ?? {}, query: request.query ?? {} }];
}

/** Reads through a call and keeps the response fresh while the screen is shown. */
export function useCall<C extends Call>(
  contract: C,
  request: Addressed<C>,
  options: ReadOptions = {},
): UseQueryResult<Answer<C>, ApiError> {
  return useQuery<Answer<C>, ApiError>(
    {
      ...readingOf(contract, request),
      ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
      ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
      ...(options.everyTime ? { staleTime: freshFor(0) } : {}),
    },
    queryClient,
  );
}

/** Reads before the screen asks for it. A failure is left to the screen, which reads again. */
export function readEarly<C extends Call>(contract: C, request: Addressed<C>): Promise<void> {
  return queryClient.prefetchQuery({ ...readingOf(contract, request), retry: false });
}

/** How a call is read: its place in the cache, by what, and when again. */
export function readingOf<C extends Call>(contract: C, request: Addressed<C>) {
  // Coming back to a tab or going online is not a request to see something again that leaves an audit entry.
  const isReadAgain = contract.discloses === undefined;
  return {
    queryKey: queryKeyOf(contract, request),
    // However lately it was read: the other tab may have been where something was done about it.
    refetchOnWindowFocus: isReadAgain && ('always' as const),
    // What could not be read before disclosed nothing.
    refetchOnReconnect: ({ state }: { state: { data: unknown } }) => isReadAgain || state.data === undefined,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(contract, { ...request, signal } as Sending<C>),
  };
}

/** Whatever was read before is read again once it is shown again: something changed that no screen has asked for. */
export function outdateAll(): void {
  void queryClient.invalidateQueries({ refetchType: 'none' });
}

/** Reloads whatever is shown of these calls, after a write that did not use `useWrite`. */
export function reloadCalls(calls: readonly Call[]): void {
  void reload(calls);
}

async function reload(calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map((read) => queryClient.invalidateQueries({ queryKey: queryKeyOf(read) })));
}

/** Ways to follow a request that is under way. */
type Following = Pick<Manner, 'signal' | 'sendWith'>;

export interface Write<C extends Call> {
  /** Sends once, no matter how often it is pressed; another request waits for the one in progress. Throws `ApiError`. */
  send: (request: Sent<C>, how?: Following) => Promise<Answer<C>>;
  /** Whether this was sent last without a clear outcome. A check before sending would then find this person's own write. */
  mayHaveArrived: (request: Sent<C>) => boolean;
  isPending: boolean;
  error: ApiError | null;
}

/** Writes through a call; afterward everything read through the calls in `invalidates` is read again. */
export function useWrite<C extends Call>(
  contract: C,
  options: { invalidates: readonly Call[] } & SubmissionOptions,
): Write<C> {
  const { isButton = false } = options;
  const [submission] = useState(() => createSubmission(undefined, { isButton }));
  const [reloads, setReloads] = useState(0);
  const mutation = useMutation<Answer<C>, ApiError, { request: Sent<C>; how: Following; key: string }>(
    {
      mutationFn: ({ request, how, key }) =>
        call(contract, {
          ...request,
          ...how,
          idempotencyKey: contract.idempotent ? key : undefined,
        } as Sending<C>),
      onError: (error) => error.isSignedOut && noteRefusedPress(),
      // Also after a failure: a stale version or a lost response means that what is shown is no longer true.
      onSettled: () => {
        setReloads((count) => count + 1);
        void reload(options.invalidates).finally(() => setReloads((count) => count - 1));
      },
    },
    queryClient,
  );
  return {
    send: (request, how = {}) =>
      submission.send(request, (key, first) => mutation.mutateAsync({ request: first, how, key })),
    mayHaveArrived: submission.mayHaveArrived,
    // Until what is shown is true again, a button looks as if it had done nothing. Pressed again, it would be refused.
    isPending: mutation.isPending || (isButton && reloads > 0),
    error: mutation.error,
  };
}
