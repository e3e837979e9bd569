import { Message, Messages, MessageText } from '../../../platform/ui/message.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { DeskDetails, Note } from '../contract/desk-shapes.ts';
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
    <Messages label="Messages and notes, oldest first">
      {entries.map(({ id, shown }) => (
        <li key={id}>{shown}</li>
      ))}
    </Messages>
  );
}

function NoteEntry({ note: { by, at, text } }: { note: Note }) {
  return (
    <Message
      by={by}
      tag={<Tag tone="warning">Internal note</Tag>}
      when={<CampusTime value={at} />}
      tone="note"
    >
      <MessageText>{text}</MessageText>
    </Message>
  );
}
