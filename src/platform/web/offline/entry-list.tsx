import { Button } from '@mantine/core';
import { CloudUpload, FileText, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { askToConfirm } from '../feedback/confirm.ts';
import { showToast } from '../feedback/toasts.ts';
import { AppLink } from '../routes/link.tsx';
import { CampusTime } from '../session/campus-time.tsx';
import { pageData } from '../session/page-data.ts';
import { currentAddress, signInAddress } from '../session/sign-in.ts';
import { useOnline } from '../session/use-online.ts';
import { deleteEntry, type EntriesState, type Obstacle, sendNow } from './entries.ts';
import { describeSubmitted, type Entry, mayEdit } from './entry.ts';
import styles from './entry-list.module.css';
import { useEntries } from './use-entries.ts';

interface EntryListProps {
  /** Only entries of this form. */
  form: string;
  /** Opens an entry in the form. Without it, drafts are not listed. */
  onEdit?: (entry: Entry) => void;
  /** A warning about one entry, in a sentence. */
  noteOf?: (entry: Entry) => string | null;
}

/** What this person wrote and the server does not have yet, and drafts other than the form's. */
export function EntryList({ form, onEdit, noteOf = () => null }: EntryListProps) {
  const entries = useEntries(form);
  const { submitted, drafts, others, isSending, ending } = entries;
  const isWaiting = submitted.some(({ state }) => state === 'waiting');
  const isOnline = useOnline();
  const items = (listed: readonly Entry[]) => (
    <ul>
      {listed.map((entry) => (
        <li key={entry.id}>
          <Item entry={entry} note={noteOf(entry)} onEdit={onEdit} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {submitted.length > 0 && (
        <section className={styles.waiting} aria-labelledby="waiting-entries">
          <div className={styles.top}>
            <CloudUpload size={22} className={styles.icon} aria-hidden="true" />
            <div className={styles.words}>
              <h2 id="waiting-entries" className={styles.title}>
                {describeSubmitted(submitted)}
              </h2>
              <p className={styles.state}>
                {isWaiting ? <WhyWaiting isOnline={isOnline} {...entries} /> : safe}
              </p>
            </div>
            {isOnline && ending !== 'signed-out' && isWaiting && (
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
          {items(submitted)}
        </section>
      )}
      {others.length > 0 && <OthersWait count={others.length} />}
      {onEdit !== undefined && drafts.length > 0 && (
        <section className={styles.waiting} data-tone="calm" aria-labelledby="other-drafts">
          <div className={styles.top}>
            <FileText size={22} className={styles.icon} aria-hidden="true" />
            <h2 id="other-drafts" className={styles.title}>
              {drafts.length === 1 ? '1 other draft' : `${drafts.length} other drafts`}
            </h2>
          </div>
          {items(drafts)}
        </section>
      )}
    </>
  );
}

const safe = 'Safe on this device.';

interface WhyWaitingProps extends Pick<EntriesState, 'isSending' | 'ending' | 'detail'> {
  isOnline: boolean;
}

function WhyWaiting({ isOnline, isSending, ending, detail }: WhyWaitingProps) {
  if (isSending) return 'Sending…';
  if (!isOnline) return `${safe} Sent as soon as you're back online.`;
  if (ending === 'held') return 'Sending…';
  if (ending === 'signed-out') {
    const address = signInAddress(pageData.campus.providers, currentAddress(location));
    return (
      <>
        Your session has ended. <a href={address}>Sign in again</a> to send it.
      </>
    );
  }
  if (ending === 'another')
    return 'Someone else is signed in on this browser. It will be sent when you sign in.';
  if (ending === 'unreachable') {
    return `${safe} ${detail ?? "The portal can't be reached right now."} Trying again automatically.`;
  }
  return safe;
}

const obstacles: Record<Obstacle, { title: string; text?: string }> = {
  gone: { title: "It's no longer here", text: 'It has already been sent or deleted.' },
  fixed: {
    title: "It can't be changed now",
    text: 'It may have already reached the portal. It will be sent again as is.',
  },
  busy: {
    title: "It's in use right now",
    text: "It's being sent, or it's open in another tab of this browser.",
  },
  full: { title: "This device can't store more", text: 'Free up some space and try again.' },
  sending: { title: "What's in the form is being sent", text: 'Try again in a moment.' },
};

/** Says why an entry could not be opened or deleted. */
export function showObstacle(obstacle: Obstacle): void {
  showToast({ tone: 'info', ...obstacles[obstacle], seconds: 8 });
}

const editIt = 'Edit it to send it again.';

interface ItemProps {
  entry: Entry;
  note: string | null;
  onEdit: ((entry: Entry) => void) | undefined;
}

function Item({ entry, note, onEdit }: ItemProps) {
  const { about, state, writtenAt, changedAt } = entry;
  const refusal = state === 'refused' ? entry.refusal : null;
  const name = `the ${state === 'draft' ? 'draft' : about.noun[0]} for ${about.title}`;
  const deleteIt = async () => {
    const isSure = await askToConfirm({
      title: `Delete ${name}?`,
      text: mayEdit(entry)
        ? "The portal doesn't have it. This can't be undone."
        : 'It may have already reached the portal. If so, it stays there. It will be deleted from this device only.',
      action: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    const obstacle = await deleteEntry(entry.id);
    if (obstacle === null) showToast({ title: `Deleted ${name}` });
    else showObstacle(obstacle);
  };
  return (
    <div className={styles.item}>
      <div className={styles.facts}>
        <p className={styles.name}>
          {about.title} {refusal !== null && <Tag tone="bad">Not accepted</Tag>}
        </p>
        <p className={styles.when}>
          {state === 'draft' ? 'Last changed ' : 'Written '}
          <CampusTime value={state === 'draft' ? changedAt : (writtenAt ?? changedAt)} />
        </p>
        {refusal !== null && (
          <p className={styles.reason}>
            {[...new Set([refusal.detail, ...Object.values(refusal.fields)])].join(' ')}{' '}
            {onEdit === undefined ? <AppLink to={about.screen}>{editIt}</AppLink> : editIt}
          </p>
        )}
        {refusal === null && note !== null && <p className={styles.reason}>{note}</p>}
      </div>
      <div className={styles.actions}>
        {onEdit !== undefined && mayEdit(entry) && (
          <IconButton label={`Edit ${name}`} onClick={() => onEdit(entry)}>
            <Pencil size={17} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label={`Delete ${name}`} tone="danger" onClick={() => void deleteIt()}>
          <Trash2 size={17} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

/** On a shared phone: that there are entries, and nothing of what they say. */
function OthersWait({ count }: { count: number }) {
  return (
    <p className={styles.others}>
      {count === 1
        ? 'Someone else has an unsent entry'
        : `There are ${count} unsent entries from other people`}{' '}
      on this device. Only they can send {count === 1 ? 'it' : 'them'}, by signing in here.
    </p>
  );
}
