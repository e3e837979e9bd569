import { Button } from '@mantine/core';
import type { RaLog } from '../contract.ts';
import styles from './review-bar.module.css';
import type { Selection } from './use-selection.ts';

interface ReviewBarProps {
  rows: readonly RaLog[];
  selection: Selection;
  isPending: boolean;
  onReview: () => void;
}

/** Reviews several logs of this page at once. */
export function ReviewBar({ rows, selection, isPending, onReview }: ReviewBarProps) {
  const reviewable = rows.filter(({ can }) => can.review);
  if (reviewable.length === 0) return null;
  const { ids } = selection;
  const count = ids.length;
  return (
    <div className={styles.bar} data-active={count > 0 || undefined} data-no-print>
      <label className={styles.all}>
        <input
          type="checkbox"
          checked={count === reviewable.length}
          ref={(box) => {
            if (box !== null) box.indeterminate = count > 0 && count < reviewable.length;
          }}
          onChange={(event) =>
            selection.setAll(event.currentTarget.checked ? reviewable.map(({ _id }) => _id) : [])
          }
        />
        Select all on this page
      </label>
      <span role="status" className={styles.count}>
        {count > 0 && `${count} selected`}
      </span>
      {count > 0 && (
        <Button size="sm" loading={isPending} onClick={onReview}>
          Mark {count} reviewed
        </Button>
      )}
    </div>
  );
}
