import { Message, Messages, MessageText } from '../../../platform/ui/message.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { PosterMessage } from '../contract/shapes.ts';
import { stateWords } from '../contract/state-words.ts';
import styles from './posters.module.css';

/** What happened and what was said, oldest first. */
export function Steps({ messages }: { messages: readonly PosterMessage[] }) {
  return (
    <Messages label="What happened, oldest first">
      {messages.map((message) => (
        <li key={message.id}>
          <Step message={message} />
        </li>
      ))}
    </Messages>
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
    <Message
      by={by}
      tag={fromMailRoom && <Tag>Mail room</Tag>}
      when={
        <>
          {state !== null && `${stateWords[state]}, `}
          {when}
        </>
      }
      tone={fromMailRoom ? 'ours' : undefined}
    >
      <MessageText>{text}</MessageText>
    </Message>
  );
}
