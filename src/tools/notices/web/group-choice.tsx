import { useId } from 'react';
import { CheckField } from '../../../platform/ui/check-field.tsx';
import { SkeletonRows } from '../../../platform/ui/skeleton-rows.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { readNoticeGroups } from '../contract.ts';
import styles from './notices.module.css';

interface GroupChoiceProps {
  value: readonly string[];
  onChange: (groups: string[]) => void;
  error: string | undefined;
}

/** The groups that the portal knows, to tick. */
export function GroupChoice({ value, onChange, error }: GroupChoiceProps) {
  const known = useCall(readNoticeGroups, {});
  // A group that has left access.yaml since can still be taken out.
  const offered = [...new Set([...(known.data?.data ?? []), ...value])];
  const title = useId();
  const message = useId();
  const isWrong = error !== undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be told to be invalid
    <div
      role="group"
      tabIndex={-1}
      className={styles.groups}
      aria-labelledby={title}
      aria-invalid={isWrong}
      aria-describedby={isWrong ? message : undefined}
    >
      <div id={title} className={styles.legend}>
        Groups
      </div>
      {known.isPending && <SkeletonRows rows={3} label="Loading the groups" />}
      {!known.data && known.error && !known.error.isSignedOut && (
        <ErrorPanel
          error={known.error}
          title="The groups could not be loaded"
          onRetry={() => void known.refetch()}
          retrying={known.isFetching}
        />
      )}
      {offered.length > 0 && (
        <div className={styles.groupList}>
          {offered.map((name) => (
            <CheckField
              key={name}
              label={name}
              checked={value.includes(name)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...value, name] : value.filter((one) => one !== name))
              }
            />
          ))}
        </div>
      )}
      {isWrong && (
        <p id={message} className={styles.wrong}>
          {error}
        </p>
      )}
    </div>
  );
}
