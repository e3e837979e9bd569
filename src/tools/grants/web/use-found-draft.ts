import { useState } from 'react';
import { useCall } from '../../../platform/web/client/query.ts';
import type { Draft } from '../contract/draft-shapes.ts';
import { readDraft } from '../contract.ts';

/**
 * What the server has of a draft when its form opens. A later read does not change it: what is typed counts from then on.
 * @returns `found`: `null` if there is no draft, `undefined` before that is known
 */
export function useFoundDraft(id: string, { enabled = true } = {}) {
  const answer = useCall(readDraft, { params: { id } }, { enabled });
  const [first, setFirst] = useState<{ id: string; found: Draft | null }>();
  // Not what this page read earlier: it has been saved since.
  const isKnown = enabled && !answer.isFetching && answer.isSuccess;
  if (isKnown && first?.id !== id) setFirst({ id, found: answer.data?.data ?? null });
  return { answer, found: first?.id === id ? first.found : undefined };
}
