import { CheckField } from '../../../platform/ui/check-field.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { readNoticeGroups } from '../contract.ts';
import styles from './notices.module.css';

interface GroupChoiceProps {
  value: readonly string[];
  onChange: (groups: string[]) => void;
  error: string | undefined;
}

/** The groups that the portal knows, to tick. */
export function GroupChoice({ value, onChange, error }: GroupChoiceProps) {
  const known = useCall(readNoticeGroups, {}).data?.data ?? [];
  // A group that has left access.yaml since can still be taken out.
  const offered = [...new Set([...known, ...value])];
  return (
    <fieldset className={styles.groups} aria-describedby={error === undefined ? undefined : 'groups-error'}>
      <legend>Groups</legend>
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
      {error !== undefined && (
        <p id="groups-error" className={styles.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
