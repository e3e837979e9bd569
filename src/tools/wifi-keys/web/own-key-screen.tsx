import { useState } from 'react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { SkeletonRows } from '../../../platform/ui/skeleton-rows.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { useAccount } from '../../../platform/web/session/account.ts';
import { readWifiGuide } from '../contract.ts';
import { wifiKeys } from '../tool.ts';
import { DeviceKeys } from './device-keys.tsx';
import { HowToJoin } from './how-to-join.tsx';
import { KeyCard } from './key-card.tsx';
import { OwnKeyActions } from './own-key-actions.tsx';
import { useWifiKey } from './use-wifi-key.ts';

/** A person's own key: to copy, scan, print, and replace; below it the rules and how to join. */
export function Screen() {
  const { account } = useAccount();
  const own = useWifiKey(account);
  const guide = useCall(readWifiGuide, {});
  const error = own.error ?? guide.error;
  const again = () => {
    if (own.error !== null) void own.reload();
    if (guide.error !== null) void guide.refetch();
  };
  const about = guide.data?.data;
  // The card is several times as high as its placeholder, and would push away what someone is about to press.
  const [isSettled, setIsSettled] = useState(false);
  if (!isSettled && (own.key ?? own.error) !== null) setIsSettled(true);
  return (
    <>
      <PageHeading>{wifiKeys.screens.own.title}</PageHeading>
      <Panel>
        {own.key !== null && about !== undefined ? (
          <KeyCard
            network={about.network}
            password={own.key.password}
            expiresAt={own.key.expired_time}
            actions={<OwnKeyActions own={own} devices={about.devices} />}
          />
        ) : error !== null && !error.isSignedOut ? (
          <ErrorPanel
            error={error}
            title={error.reason === 'revoked' ? 'You have no key' : 'Your key could not be loaded'}
            onRetry={again}
            retrying={own.isBusy || guide.isFetching}
            remedy={
              error.reason === 'unreadable' &&
              about !== undefined && <OwnKeyActions own={own} devices={about.devices} />
            }
          />
        ) : (
          <SkeletonRows rows={5} label="Loading your key" />
        )}
      </Panel>
      {own.key !== null && about !== undefined && about.deviceKeys > 0 && (
        <DeviceKeys network={about.network} most={about.deviceKeys} />
      )}
      {isSettled && about !== undefined && <HowToJoin guide={about} />}
    </>
  );
}
