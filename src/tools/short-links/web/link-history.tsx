import { UrlText } from '../../../platform/ui/url-text.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { type Link, readLinkHistory } from '../contract.ts';
import { DetailsSection } from './details-section.tsx';
import styles from './link-history.module.css';

/** Where the link went, when, and by whom: a flyer outlives the page it was made for. */
export function LinkHistory({ link }: { link: Link }) {
  const history = useCall(readLinkHistory, { params: { id: link._id } });
  return (
    <DetailsSection title="History">
      {history.data === undefined && <Pending answer={history} what="the history" rows={2} />}
      <ol className={styles.history}>
        {history.data?.data.map((entry) => (
          <li key={entry.changedAt}>
            <span className={styles.target}>
              <UrlText>{entry.longUrl}</UrlText>
            </span>
            <span className={styles.when}>
              <CampusTime value={entry.changedAt} /> by {entry.changedBy},{' '}
              {entry.expirationDate === null ? (
                'never expires'
              ) : (
                <>
                  expires <CampusTime value={entry.expirationDate} />
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </DetailsSection>
  );
}
