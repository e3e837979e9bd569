import type { CallReply } from '../../../platform/contract/call.ts';
import type { ToastText } from '../../../platform/web/feedback/toasts.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { listRaLogs, type RaLog, readRaBoard, reviewRaLog, reviewRaLogs } from '../contract.ts';

/** The list reloads even after a failure, since someone else may have reviewed the log first. */
export function useReview({ _id }: RaLog, onReviewed: () => void) {
  const review = useAction(reviewRaLog, { invalidates: [listRaLogs, readRaBoard] });
  return {
    isPending: review.isPending,
    async send(): Promise<void> {
      const isReviewed = await review.run(
        { params: { id: _id }, body: { reviewed: true } },
        {
          done: { title: 'Review Submitted', text: 'Successfully submitted your review.' },
          failed: 'The review was not submitted',
        },
      );
      if (isReviewed) onReviewed();
    },
  };
}

/** Reviews several logs at once; those that could not be reviewed are named with the reason. */
export function useReviewAll(onDone: () => void) {
  const review = useAction(reviewRaLogs, { invalidates: [listRaLogs, readRaBoard] });
  return {
    isPending: review.isPending,
    async send(ids: readonly string[]): Promise<void> {
      const isDone = await review.run(
        { body: { ids: [...ids] } },
        { done: ({ data }) => sayOutcome(data), failed: 'The reviews were not submitted' },
      );
      if (isDone) onDone();
    },
  };
}

function sayOutcome(results: CallReply<typeof reviewRaLogs>['data']): ToastText {
  const refused = results.filter(({ outcome }) => outcome !== 'reviewed');
  const done = results.length - refused.length;
  if (refused.length === 0)
    return {
      title: 'Review Submitted',
      text: done === 1 ? 'Successfully submitted your review.' : `Successfully submitted ${done} reviews.`,
    };
  const reasons = [...new Set(refused.map(({ detail }) => detail))].join(' ');
  return { tone: 'info', title: `${done} of ${results.length} logs reviewed`, text: reasons, seconds: 10 };
}
