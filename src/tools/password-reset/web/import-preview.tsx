import { counted } from '../../../platform/contract/counted.ts';
import type { ImportPreview } from '../contract.ts';
import styles from './facts.module.css';

/** What an import would change, in numbers; for those who would be removed, also who. */
export function ImportPreviewText({ preview }: { preview: ImportPreview }) {
  const { people, added, changed, removed, removedSome, incomplete, withoutLastFour } = preview;
  const more = removed - removedSome.length;
  return (
    <section className={styles.preview} aria-label="What would change" role="status">
      <p>
        <strong>{counted(people, 'person', 'people')} in the file.</strong> {counted(added, 'is', 'are')} new,{' '}
        {counted(changed, 'has', 'have')} changed, and {counted(removed, 'is', 'are')} removed.
      </p>
      {incomplete > 0 && (
        <p>
          {counted(incomplete, 'person has', 'people have')} no phone number or no personal email that counts.
        </p>
      )}
      {withoutLastFour > 0 && (
        <p>{counted(withoutLastFour, 'person has', 'people have')} no last four digits.</p>
      )}
      {removed > 0 && (
        <p>
          Removed: {removedSome.join(', ')}
          {more > 0 && `, and ${more.toLocaleString('en-US')} more`}.
        </p>
      )}
    </section>
  );
}
