import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../../platform/ui/dialog.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { type DeviceKey, deleteWifiKey, listDeviceKeys } from '../contract.ts';
import styles from './device-keys.module.css';
import { KeyCard } from './key-card.tsx';
import { stopsWorking } from './stops-working.ts';

const NewDeviceDialog = lazyDialog(async () => (await import('./new-device-dialog.tsx')).NewDeviceDialog);

interface DeviceKeysProps {
  network: string;
  /** How many a person may have. */
  most: number;
}

/** More keys, for what others use, too: a TV that is given away doesn't take anyone's own key along. */
export function DeviceKeys({ network, most }: DeviceKeysProps) {
  const keys = useCall(listDeviceKeys, {});
  const [isAdding, setIsAdding] = useState(false);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const mine = keys.data?.data;
  const opened = mine?.find(({ id }) => id === openedId);
  if (keys.error !== null && mine === undefined && !keys.error.isSignedOut) {
    return (
      <Panel>
        <ErrorPanel
          error={keys.error}
          title="Your keys for devices could not be loaded"
          onRetry={() => void keys.refetch()}
          retrying={keys.isFetching}
        />
      </Panel>
    );
  }
  if (mine === undefined) return null;
  return (
    <section className={styles.section} data-no-print>
      <h2>A key for a device</h2>
      <p className={styles.about}>
        For a TV, a console, or something that others use too. When you give it away, remove its key; yours
        keeps working.
      </p>
      {mine.map((key) => (
        <DeviceRow key={key.id} device={key} onShow={() => setOpenedId(key.id)} />
      ))}
      {mine.length < most && (
        <Button
          variant="default"
          size="sm"
          className={styles.add}
          leftSection={<Plus size={16} aria-hidden="true" />}
          onClick={() => setIsAdding(true)}
        >
          Add a key for a device
        </Button>
      )}
      <NewDeviceDialog open={isAdding} onClose={() => setIsAdding(false)} />
      <Dialog
        open={opened?.password != null}
        onClose={() => setOpenedId(null)}
        title={opened?.label ?? ''}
        shape="wide"
      >
        {opened?.password != null && (
          <KeyCard network={network} password={opened.password} expiresAt={opened.expiresAt} />
        )}
      </Dialog>
    </section>
  );
}

function DeviceRow({ device, onShow }: { device: DeviceKey; onShow: () => void }) {
  const { id, label, password, expiresAt } = device;
  const removing = useAction(deleteWifiKey, { invalidates: [listDeviceKeys] });
  const remove = () =>
    removing.run(
      { query: { id } },
      {
        confirm: {
          title: `Remove the key for ${label}?`,
          text: `${stopsWorking()} This can't be undone.`,
          action: 'Remove',
          danger: true,
        },
        done: `The key for ${label} is removed`,
        failed: 'The key was not removed',
      },
    );
  return (
    <div className={styles.row}>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={styles.soft}>
          {password === null ? (
            "Can't be shown right now. If this continues, remove it and add it again."
          ) : (
            <>
              Works until <CampusTime value={expiresAt} style="date" />
            </>
          )}
        </span>
      </span>
      {password !== null && (
        <Button size="sm" variant="default" aria-label={`Show the key for ${label}`} onClick={onShow}>
          Show key
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        aria-label={`Remove the key for ${label}`}
        loading={removing.isPending}
        onClick={() => void remove()}
      >
        Remove
      </Button>
    </div>
  );
}
