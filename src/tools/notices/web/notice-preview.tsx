import { serverNow } from '../../../platform/web/client/server-clock.ts';
import { Emergency } from '../../../platform/web/notices/emergency-bar.tsx';
import { NoticeCard } from '../../../platform/web/notices/notice-card.tsx';
import { peopleWords } from './audience-words.ts';
import styles from './notices.module.css';
import { type Draft, usePreview } from './use-preview.ts';

/** How the notice will look, and how many people it is for. */
export function Preview({ values, id }: { values: Draft; id?: string | undefined }) {
  const preview = usePreview(values, id);
  if (preview === undefined) return null;
  const { face, mistake, people } = preview;
  const isEmpty = face.title === '' && face.text.length === 0;
  return (
    <section className={styles.preview} aria-label="Preview">
      <h3 className={styles.previewTitle}>Preview</h3>
      {mistake !== null && <p className={styles.wrong}>{mistake}</p>}
      {isEmpty ? (
        <p className={styles.soft}>Type a title and a text to see the notice as people will see it.</p>
      ) : face.tone === 'emergency' ? (
        <div className={`quad-emergencies ${styles.emergency}`}>
          <Emergency notice={face} about={null} updatedAt={new Date(serverNow()).toISOString()} />
        </div>
      ) : (
        <NoticeCard notice={face} about="On the dashboard and on the home page" />
      )}
      <p role="status" className={styles.reach}>
        {values.audience === 'groups' && people === 0
          ? 'No one yet: choose groups that have members.'
          : `For ${peopleWords(people)} that the portal or the directory knows${values.audience === 'everyone' ? ', and for visitors' : ''}.`}
      </p>
    </section>
  );
}
