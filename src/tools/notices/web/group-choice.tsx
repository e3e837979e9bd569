import { useId } from 'react';
import { CheckField } from '../../../platform/ui/check-field.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { readNoticeGroups } from '../contract.ts';
import styles from './notices.module.css';

interface GroupChoiceProps {
  value: readonly string[];
  onChange: (groups: string[]) => void;
  error: string | undefined;
}

/** The groups that the portal knows, to check off. */
export function GroupChoice({ value, onChange, error }: GroupChoiceProps) {
  const known = useCall(readNoticeGroups, {});
  // A group that has left access.yaml since can still be taken out.
  const offered = [...new Set([...(known.data?.data ?? []), ...value])];
  const title = useId();
  const message = useId();
  const isWrong = error !== undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be marked invalid
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
      {!known.data && <Pending answer={known} what="the groups" rows={3} />}
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
