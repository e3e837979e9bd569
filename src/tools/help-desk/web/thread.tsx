import { Paperclip } from 'lucide-react';
import { FileName } from '../../../platform/ui/file-name.tsx';
import { sizeInWords } from '../../../platform/ui/file-size.ts';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Message } from '../contract/shapes.ts';
import { stateWords } from '../contract/state-words.ts';
import { attachmentAddress } from './links.ts';
import styles from './thread.module.css';

/** What was written in a ticket, oldest first. */
export function Thread({ messages }: { messages: readonly Message[] }) {
  return (
    <ol className={styles.thread} aria-label="Messages, oldest first">
      {messages.map((message) => (
        <li key={message.id} className={styles.entry}>
          <MessageEntry message={message} />
        </li>
      ))}
    </ol>
  );
}

export function MessageEntry({ message }: { message: Message }) {
  const { by, at, fromDesk, text, quoted, state, attachments } = message;
  const change = state !== null && (
    <p className={styles.change}>
      {text === '' && <>{by} set this to </>}
      <strong>{stateWords[state]}</strong>
      {text === '' && (
        <>
          {' on '}
          <CampusTime value={at} />
        </>
      )}
    </p>
  );
  if (text === '') return change;
  return (
    <article className={styles.message} data-desk={fromDesk || undefined}>
      <header className={styles.head}>
        <span className={styles.by}>
          {by} {fromDesk && <Tag>Help desk</Tag>}
        </span>
        <span className={styles.soft}>
          <CampusTime value={at} />
        </span>
      </header>
      <p className={styles.text}>{text}</p>
      {quoted !== '' && (
        <details className={styles.quoted}>
          <summary>Quoted text</summary>
          <p className={styles.text}>{quoted}</p>
        </details>
      )}
      {attachments.length > 0 && (
        <ul className={styles.files} aria-label="Attachments">
          {attachments.map(({ id, fileName, bytes }) => (
            <li key={id}>
              <a download href={attachmentAddress(id)} className={styles.file}>
                <Paperclip size={15} aria-hidden="true" />
                <FileName>{fileName}</FileName>
                <span className={styles.soft}>({sizeInWords(bytes)})</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {state !== null && <footer className={styles.foot}>Set to {change}</footer>}
    </article>
  );
}
