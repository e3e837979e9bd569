import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { listRaLogs, type RaLog, readRaBoard, reviewRaLog } from '../contract.ts';

/** The list is read again even after a failure, since someone else may have reviewed the log first. */
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
