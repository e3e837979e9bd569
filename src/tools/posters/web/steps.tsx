import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { PosterMessage } from '../contract/shapes.ts';
import { stateWords } from '../contract/state-words.ts';
import styles from './posters.module.css';

/** What happened and what was said, oldest first. */
export function Steps({ messages }: { messages: readonly PosterMessage[] }) {
  return (
    <ol className={styles.thread} aria-label="What happened, oldest first">
      {messages.map((message) => (
        <li key={message.id}>
          <Step message={message} />
        </li>
      ))}
    </ol>
  );
}

function Step({ message: { by, at, fromMailRoom, text, state } }: { message: PosterMessage }) {
  const when = <CampusTime value={at} />;
  if (text === '')
    return (
      <p className={styles.soft}>
        {state !== null && <strong>{stateWords[state]}</strong>} {when}, {by}
      </p>
    );
  return (
    <article className={styles.message} data-mail-room={fromMailRoom || undefined}>
      <header className={styles.head}>
        <span className={styles.by}>
          {by} {fromMailRoom && <Tag>Mail room</Tag>}
        </span>
        <span className={styles.soft}>
          {state !== null && `${stateWords[state]}, `}
          {when}
        </span>
      </header>
      <p className={styles.text}>{text}</p>
    </article>
  );
}
