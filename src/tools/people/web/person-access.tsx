import { useId } from 'react';
import { Fact, Facts } from '../../../platform/ui/facts.tsx';
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
      <Facts>
        {identities.map(({ provider, subject, groups }) => (
          <Fact key={`${provider} ${subject}`} term={`From “${provider}”`}>
            <Groups groups={groups} />
          </Fact>
        ))}
        {directory !== null && directory.accessGroups.length > 0 && (
          <Fact term="From the directory">
            <Groups groups={directory.accessGroups} />
          </Fact>
        )}
        {others.length > 0 && (
          <Fact term="For lists only">
            <Groups groups={others} />
          </Fact>
        )}
        <Fact term="Directory">
          {directory === null ? 'Not in the directory, or not linked' : recordWords(directory)}{' '}
        </Fact>
      </Facts>
      <h4>What can this person do, and why?</h4>
      {person.blocked && (
        <p className={styles.because}>Nothing while blocked. Once unblocked, what is listed below.</p>
      )}
      {permissions.length === 0 ? (
        <p className={styles.because}>Nothing: these groups give no permissions.</p>
      ) : (
        <details open>
          <summary>{permissions.length === 1 ? '1 permission' : `${permissions.length} permissions`}</summary>
          <ul className={styles.permissions}>
            {permissions.map(({ tool, about, groups, by }) => (
              <li key={`${tool} ${about}`}>
                <strong>{tool}.</strong> {about}{' '}
                <span className={styles.because}>
                  {by === null ? groups.map(because).join(' ') : `Through ${by}.`}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** The group, and what put the person in it. */
function because({ name, from, why }: PersonDetails['permissions'][number]['groups'][number]): string {
  const sources = from.map((source) => (source === 'the directory' ? source : `“${source}”`));
  return `Through ${name}${why === null ? '' : `, which ${why}`}, from ${sources.join(' and ')}.`;
}

function recordWords({ key, title, department, kind }: NonNullable<PersonDetails['directory']>): string {
  const words = [title, department].filter((part) => part !== '').join(', ');
  return `${words === '' ? (kind === 'student' ? 'Student' : 'Employee') : words} (${key})`;
}
