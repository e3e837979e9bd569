import { useId } from 'react';
import type { PersonDetails } from '../contract.ts';
import { Groups } from './people-table.tsx';
import styles from './person-details.module.css';

/** Where the groups of a person come from, and what each of them lets the person do. */
export function PersonAccess({ person }: { person: PersonDetails }) {
  const heading = useId();
  const { directory, identities, permissions } = person;
  const others = directory?.groups.filter((group) => !directory.accessGroups.includes(group)) ?? [];
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h3 id={heading}>Groups and permissions</h3>
      <dl className={styles.facts}>
        {identities.map(({ provider, subject, groups }) => (
          <div key={`${provider} ${subject}`} className={styles.fact}>
            <dt>From “{provider}”</dt>
            <dd>
              <Groups groups={groups} />
            </dd>
          </div>
        ))}
        {directory !== null && directory.accessGroups.length > 0 && (
          <div className={styles.fact}>
            <dt>From the directory</dt>
            <dd>
              <Groups groups={directory.accessGroups} />
            </dd>
          </div>
        )}
        {others.length > 0 && (
          <div className={styles.fact}>
            <dt>For lists only</dt>
            <dd>
              <Groups groups={others} />
            </dd>
          </div>
        )}
        <div className={styles.fact}>
          <dt>Directory</dt>
          <dd>{directory === null ? 'Not in the directory, or not linked' : recordWords(directory)}</dd>
        </div>
      </dl>
      {permissions.length === 0 ? (
        <p className={styles.because}>These groups give no permissions.</p>
      ) : (
        <details>
          <summary>{permissions.length === 1 ? '1 permission' : `${permissions.length} permissions`}</summary>
          <ul className={styles.permissions}>
            {permissions.map(({ tool, about, groups }) => (
              <li key={`${tool} ${about}`}>
                <strong>{tool}.</strong> {about}{' '}
                <span className={styles.because}>By {groups.join(', ')}.</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function recordWords({ key, title, department, kind }: NonNullable<PersonDetails['directory']>): string {
  const words = [title, department].filter((part) => part !== '').join(', ');
  return `${words === '' ? (kind === 'student' ? 'Student' : 'Employee') : words} (${key})`;
}
