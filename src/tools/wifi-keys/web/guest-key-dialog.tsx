import { Dialog } from '../../../platform/ui/dialog.tsx';
import { SkeletonRows } from '../../../platform/ui/skeleton-rows.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { isGone } from '../../../platform/web/feedback/is-gone.ts';
import { type Guest, readWifiGuide, showGuestKey } from '../contract.ts';
import { KeyCard } from './key-card.tsx';

interface GuestKeyDialogProps {
  open: boolean;
  onClose: () => void;
  guest: Guest | null;
}

/** For a guest who can't read email before they are online: they scan the code or get the printed card. */
export function GuestKeyDialog({ open, onClose, guest }: GuestKeyDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={guest === null ? '' : `Key of ${guest.name}`} shape="wide">
      {guest && <GuestKey id={guest.id} />}
    </Dialog>
  );
}

function GuestKey({ id }: { id: string }) {
  const key = useCall(showGuestKey, { params: { id } });
  const guide = useCall(readWifiGuide, {});
  const error = key.error ?? guide.error;
  if (key.data && guide.data && !isGone(key)) {
    const { password, expiresAt } = key.data.data;
    return <KeyCard network={guide.data.data.network} password={password} expiresAt={expiresAt} />;
  }
  if (error !== null && !error.isSignedOut) {
    return (
      <ErrorPanel
        error={error}
        title="The key could not be loaded"
        onRetry={() => void Promise.all([key.refetch(), guide.refetch()])}
        retrying={key.isFetching || guide.isFetching}
      />
    );
  }
  return <SkeletonRows rows={4} label="Loading the key" />;
}
