import { asApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { listRaLogs, type RaLog, readRaBoard, reviewRaLog } from '../contract.ts';

/** Reviews a log and says how it went; the list is read anew in any case, since somebody else may have been first. */
export function useReview({ _id }: RaLog, onReviewed: () => void) {
  const review = useWrite(reviewRaLog, { invalidates: [listRaLogs, readRaBoard] });
  return {
    isPending: review.isPending,
    async send(): Promise<void> {
      try {
        await review.send({ params: { id: _id }, body: { reviewed: true } });
        showToast({ title: 'Review Submitted', text: 'Successfully submitted your review.' });
        onReviewed();
      } catch (error) {
        const { detail } = asApiError(error);
        showToast({ tone: 'error', title: 'The review was not submitted', text: detail, seconds: 10 });
      }
    },
  };
}
