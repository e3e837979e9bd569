import { LogOut } from 'lucide-react';
import { useId } from 'react';
import type { SessionShape } from '../../../platform/contract/sign-in.ts';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { PersonDetails } from '../contract.ts';
import styles from './person-details.module.css';
import { useEndOne } from './use-person-actions.ts';

/** Where the person is signed in. */
export function PersonSessions({ person }: { person: PersonDetails }) {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h3 id={heading}>Sessions</h3>
      {person.live.length === 0 && <p className={styles.none}>Not signed in anywhere.</p>}
      <ul className={styles.sessions}>
        {person.live.map((session) => (
          <Session key={session.id} person={person} session={session} />
        ))}
      </ul>
    </section>
  );
}

function Session({ person, session }: { person: PersonDetails; session: SessionShape }) {
  const end = useEndOne(person, session);
  return (
    <li className={styles.session}>
      <span>
        <span className={styles.device}>
          {session.device}
          {session.current && <Tag tone="good">This session</Tag>}
        </span>
        <span className={styles.about}>
          {session.clientAddress}, by {session.provider}, last used <CampusTime value={session.lastSeenAt} />
        </span>
      </span>
      {!session.current && (
        <IconButton label={`Sign out ${session.device}`} tone="danger" onClick={() => void end()}>
          <LogOut size={17} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
