import { useDebouncedValue } from '@mantine/hooks';
import { useCall } from '../../../platform/web/client/query.ts';
import { listArticles } from '../contract.ts';
import styles from './articles.module.css';
import { articlePath } from './links.ts';

/** How long the subject stays as it is before articles are looked up, in milliseconds. */
const pause = 500;
const fewestLetters = 3;
const mostOffered = 3;

/** Articles that may answer a ticket before it is submitted. They open in a new tab: what was typed stays. */
export function ArticleOffers({ subject }: { subject: string }) {
  const [settled] = useDebouncedValue(subject.trim().slice(0, 200), pause);
  const isAsked = settled.length >= fewestLetters;
  const answer = useCall(
    listArticles,
    { query: { words: settled } },
    { enabled: isAsked, keepPrevious: true },
  );
  const offered = isAsked ? (answer.data?.data ?? []).slice(0, mostOffered) : [];
  return (
    <div role="status">
      {offered.length > 0 && (
        <div className={styles.offers}>
          <p>This may already help:</p>
          <ul>
            {offered.map(({ name, title }) => (
              <li key={name}>
                <a href={articlePath(name)} target="_blank" rel="noreferrer">
                  {title} (opens in a new tab)
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
