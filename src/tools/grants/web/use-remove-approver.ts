import { useEffect, useRef, useState } from 'react';
import { asApiError } from '../../../platform/web/client/api-error.ts';
import { call } from '../../../platform/web/client/call.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import type { AffectedApplication, Approver } from '../contract/shapes.ts';
import { listApprovers, readApplication, readApproverEffects, removeApprover } from '../contract.ts';

interface RemoveApprover {
  /** Asks before someone loses their seat, and names the pending applications that change. */
  remove: (approver: Approver) => Promise<void>;
  /** Whose pending applications are being read, for the question. */
  reading: string | null;
}

export function useRemoveApprover(): RemoveApprover {
  const action = useAction(removeApprover, { invalidates: [listApprovers, readApplication] });
  const [reading, setReading] = useState<string | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const remove = async ({ _id, fullName }: Approver) => {
    const params = { id: _id };
    setReading(_id);
    try {
      const { data, total } = await call(readApproverEffects, { params }).finally(() => setReading(null));
      // Someone who has left the page is not asked on another one.
      if (isGone.current) return;
      await action.run(
        { params },
        {
          confirm: {
            title: `Delete ${fullName}?`,
            text: sayEffects(fullName, data, total),
            action: 'Delete',
            danger: true,
          },
          done: `Deleted ${fullName}`,
          failed: `${fullName} was not deleted`,
        },
      );
    } catch (thrown) {
      const { detail } = asApiError(thrown);
      showToast({ tone: 'error', title: `${fullName} was not deleted`, text: detail, seconds: 10 });
    }
  };
  return { remove, reading };
}

const becomesWords = {
  'can-be-approved': 'can then be approved',
  'can-be-declined': 'can then be declined',
  'no-one-left': 'then has no one left who could vote',
  'waits-for-others': 'no longer waits for this vote',
  'loses-the-vote': 'loses this vote',
} as const;

/** The most that a question names; people read it, they don't search it. */
const mostNamed = 5;

function sayEffects(name: string, affected: readonly AffectedApplication[], total: number): string {
  if (total === 0) return `${name} no longer votes. No pending application changes.`;
  const named = affected
    .slice(0, mostNamed)
    .map(({ title, applicant, becomes }) => `“${title}” by ${applicant} ${becomesWords[becomes]}.`);
  const left = total - named.length;
  const others = left === 1 ? 'pending application changes' : 'pending applications change';
  const more = left === 0 ? [] : [`${left} ${named.length === 0 ? '' : 'more '}${others}.`];
  return [`${name} no longer votes.`, ...named, ...more].join(' ');
}
