import { CalendarClock } from 'lucide-react';
import { useEffect } from 'react';
import type { CampusText } from '../../contract/texts.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Contents } from './contents.tsx';
import { Document } from './document.tsx';
import styles from './page-text.module.css';

/** The text, with its owner and the date of its last review. */
export function PageText({ text }: { text: CampusText }) {
  const { title, owner, reviewedOn, reviewIsDue, blocks } = text;
  useEffect(() => {
    // The browser looked for `#lost-keys` before the text was there.
    if (window.location.hash !== '') document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <div className={styles.page}>
      <PageHeading
        lead={
          <span className={styles.about}>
            <span>{owner}</span>
            <span>
              Last reviewed <time dateTime={reviewedOn}>{inWords(reviewedOn)}</time>
            </span>
          </span>
        }
      >
        {title}
      </PageHeading>
      <div className={styles.columns}>
        <article>
          {reviewIsDue && (
            <p className={styles.due}>
              <CalendarClock size={20} aria-hidden="true" />
              <span>
                This page was last reviewed more than a year ago. Check with {owner} before you rely on the
                details.
              </span>
            </p>
          )}
          <Document blocks={blocks} />
        </article>
        <Contents blocks={blocks} />
      </div>
    </div>
  );
}

/** A day on the calendar, which has no time zone. */
function inWords(day: string): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(Date.parse(day));
}
