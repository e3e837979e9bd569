import { AppLink } from '../../../platform/web/routes/link.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { OwnDraft } from '../contract/draft-shapes.ts';
import styles from './application-form.module.css';
import { draftPath } from './links.ts';

/** What someone who opens an empty form has started before, and might look for in it. Nothing if there is none. */
export function EarlierDrafts({ drafts }: { drafts: readonly OwnDraft[] }) {
  if (drafts.length === 0) return null;
  return (
    <section className={styles.earlier} aria-label="Earlier drafts" data-no-print>
      <strong>
        {drafts.length === 1
          ? 'You have a draft that you have not submitted.'
          : `You have ${drafts.length} drafts that you have not submitted.`}
      </strong>
      <ul>
        {drafts.map(({ _id, title, savedAt }) => (
          <li key={_id}>
            <AppLink to={draftPath(_id)}>{title === '' ? 'Untitled draft' : title}</AppLink>, saved{' '}
            <CampusTime value={savedAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
