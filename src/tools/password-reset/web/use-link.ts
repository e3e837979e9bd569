import { useCallback, useEffect, useState } from 'react';
import type { CallReply } from '../../../platform/contract/call.ts';
import { type ApiError, asApiError } from '../../../platform/web/client/api-error.ts';
import { call } from '../../../platform/web/client/call.ts';
import { useWhenBack } from '../../../platform/web/client/use-when-back.ts';
import { openResetLink } from '../contract.ts';

export type OpenedLink = CallReply<typeof openResetLink>['data'];

/** What the link with a token is for. Asking uses nothing up; without a token, nothing is requested. */
export function useLink(token: string) {
  const [opened, setOpened] = useState<OpenedLink | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const open = useCallback(() => {
    if (token === '') return;
    setProblem(null);
    call(openResetLink, { body: { token } }).then(
      ({ data }) => setOpened(data),
      (thrown: unknown) => setProblem(asApiError(thrown)),
    );
  }, [token]);
  useEffect(open, [open]);
  const isUsedUp =
    problem !== null && ((problem.status >= 400 && problem.status < 500) || problem.reason === 'unclear');
  useWhenBack(problem !== null && !isUsedUp, open);
  const isOver = problem?.reason === 'link-over' || problem?.reason === 'unclear';
  return { isOver, opened, problem, mayTryAgain: problem !== null && !isUsedUp, open, fail: setProblem };
}
