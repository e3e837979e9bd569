import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { DeskDetails, Note } from '../contract/desk-shapes.ts';
import styles from './thread.module.css';
import { MessageEntry } from './thread.tsx';

/** Messages and internal notes in one order. */
export function DeskThread({ ticket: { messages, notes } }: { ticket: DeskDetails }) {
  const entries = [
    ...messages.map((message) => ({
      id: message.id,
      at: message.at,
      shown: <MessageEntry message={message} />,
    })),
    ...notes.map((note) => ({ id: note.id, at: note.at, shown: <NoteEntry note={note} /> })),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
  return (
    <ol className={styles.thread} aria-label="Messages and notes, oldest first">
      {entries.map(({ id, shown }) => (
        <li key={id} className={styles.entry}>
          {shown}
        </li>
      ))}
    </ol>
  );
}

function NoteEntry({ note: { by, at, text } }: { note: Note }) {
  return (
    <article className={styles.message} data-note>
      <header className={styles.head}>
        <span className={styles.by}>
          {by} <Tag tone="warning">Internal note</Tag>
        </span>
        <span className={styles.soft}>
          <CampusTime value={at} />
        </span>
      </header>
      <p className={styles.text}>{text}</p>
    </article>
  );
}
