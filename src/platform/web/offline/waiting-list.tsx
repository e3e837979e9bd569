import { Button } from '@mantine/core';
import { CloudUpload, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { askToConfirm } from '../feedback/confirm.ts';
import { showToast } from '../feedback/toasts.ts';
import { CampusTime } from '../session/campus-time.tsx';
import { pageData } from '../session/page-data.ts';
import { currentAddress, signInAddress } from '../session/sign-in.ts';
import { sendNow } from './outbox.ts';
import { discard } from './take-off.ts';
import { useOnline } from './use-online.ts';
import { useWaiting } from './use-waiting.ts';
import { countWrites, mayEdit, type WaitingWrite } from './waiting.ts';
import styles from './waiting-list.module.css';

interface WaitingListProps {
  /** Opens a write where it can be changed. */
  onEdit?: (write: WaitingWrite) => void;
  /** A warning about one write, in a sentence. */
  noteOf?: (write: WaitingWrite) => string | null;
}

/** What this person wrote and the server does not have yet, in full view until it does. */
export function WaitingList({ onEdit, noteOf = () => null }: WaitingListProps) {
  const { own, others, isSending, ending } = useWaiting();
  const isOnline = useOnline();
  if (own.length === 0) return others > 0 ? <OthersWait count={others} /> : null;
  return (
    <section className={styles.waiting} aria-labelledby="waiting-writes">
      <div className={styles.top}>
        <CloudUpload size={22} className={styles.icon} aria-hidden="true" />
        <div className={styles.words}>
          <h2 id="waiting-writes" className={styles.title}>
            {countWrites(own)} waiting to be sent
          </h2>
          <p className={styles.state}>
            <WhyWaiting isOnline={isOnline} isSending={isSending} ending={ending} />
          </p>
        </div>
        {isOnline && ending !== 'signed-out' && own.some(({ refusal }) => refusal === null) && (
          <Button
            size="sm"
            variant="default"
            leftSection={<RotateCw size={15} aria-hidden="true" />}
            loading={isSending}
            onClick={() => void sendNow()}
          >
            Send now
          </Button>
        )}
      </div>
      <ul className={styles.list}>
        {own.map((write) => (
          <li key={write.key}>
            <WaitingItem write={write} note={noteOf(write)} onEdit={onEdit} />
          </li>
        ))}
      </ul>
      {others > 0 && <OthersWait count={others} />}
    </section>
  );
}

function WhyWaiting(props: { isOnline: boolean; isSending: boolean; ending: string | null }) {
  const { isOnline, isSending, ending } = props;
  if (isSending) return 'Sending…';
  if (!isOnline) return 'Safe on this device. It is sent by itself once there is a network.';
  if (ending === 'signed-out') {
    const address = signInAddress(pageData.campus.providers, currentAddress(location));
    return (
      <>
        Your session has ended. <a href={address}>Sign in again</a> to send it.
      </>
    );
  }
  if (ending === 'another') return 'Somebody else is signed in in this browser. It is sent when you are.';
  if (ending === 'unreachable') {
    return 'Safe on this device. The portal cannot be reached right now; it is tried again by itself.';
  }
  return 'Safe on this device.';
}

interface WaitingItemProps {
  write: WaitingWrite;
  note: string | null;
  onEdit: ((write: WaitingWrite) => void) | undefined;
}

function WaitingItem({ write, note, onEdit }: WaitingItemProps) {
  const { about, writtenAt, refusal } = write;
  const messages = refusal === null ? [] : Object.values(refusal.fields);
  const remove = async () => {
    const isSure = await askToConfirm({
      title: `Delete the ${about.noun[0]} of ${about.title}?`,
      text: mayEdit(write)
        ? 'The portal does not have it. This cannot be undone.'
        : 'It may have reached the portal already; then it stays there. Here it is gone.',
      action: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    const { outcome } = await discard(write.key);
    if (outcome === 'taken') showToast({ title: `Deleted the ${about.noun[0]} of ${about.title}` });
    else if (outcome === 'sent') showToast({ tone: 'info', title: 'It was sent meanwhile' });
    else {
      const text = 'Please try again in a moment.';
      showToast({ tone: 'info', title: 'It is being sent right now', text });
    }
  };
  return (
    <div className={styles.item}>
      <div className={styles.facts}>
        <p className={styles.name}>
          {about.title} {refusal !== null && <Tag tone="bad">Not accepted</Tag>}
        </p>
        <p className={styles.when}>
          Written <CampusTime value={writtenAt} />
        </p>
        {refusal !== null && (
          <p className={styles.reason}>{[refusal.detail, ...messages].join(' ')} Edit it to send it again.</p>
        )}
        {refusal === null && note !== null && <p className={styles.reason}>{note}</p>}
      </div>
      <div className={styles.actions}>
        {onEdit !== undefined && mayEdit(write) && (
          <IconButton label={`Edit the ${about.noun[0]} of ${about.title}`} onClick={() => onEdit(write)}>
            <Pencil size={17} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          label={`Delete the ${about.noun[0]} of ${about.title}`}
          tone="danger"
          onClick={() => void remove()}
        >
          <Trash2 size={17} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

/** On a shared phone: that something is there, and nothing of what it is. */
function OthersWait({ count }: { count: number }) {
  return (
    <p className={styles.others}>
      {count === 1 ? 'One entry of somebody else waits' : `${count} entries of somebody else wait`} on this
      device. Only they can send {count === 1 ? 'it' : 'them'}, by signing in here.
    </p>
  );
}
