import { Paperclip } from 'lucide-react';
import { FileName } from '../../../platform/ui/file-name.tsx';
import { sizeInWords } from '../../../platform/ui/file-size.ts';
import { Message, Messages, MessageText } from '../../../platform/ui/message.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Message as Written } from '../contract/shapes.ts';
import { stateWords } from '../contract/state-words.ts';
import { attachmentAddress } from './links.ts';
import styles from './thread.module.css';

/** What was written in a ticket, oldest first. */
export function Thread({ messages }: { messages: readonly Written[] }) {
  return (
    <Messages label="Messages, oldest first">
      {messages.map((message) => (
        <li key={message.id}>
          <MessageEntry message={message} />
        </li>
      ))}
    </Messages>
  );
}

export function MessageEntry({ message }: { message: Written }) {
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
    <Message
      by={by}
      tag={fromDesk && <Tag>Help desk</Tag>}
      when={<CampusTime value={at} />}
      tone={fromDesk ? 'ours' : undefined}
    >
      <MessageText>{text}</MessageText>
      {quoted !== '' && (
        <details className={styles.quoted}>
          <summary>Quoted text</summary>
          <MessageText>{quoted}</MessageText>
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
    </Message>
  );
}
