import { Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { createWifiKey } from '../contract.ts';
import { stopsWorking } from './stops-working.ts';
import type { useWifiKey } from './use-wifi-key.ts';

interface OwnKeyActionsProps {
  own: Pick<ReturnType<typeof useWifiKey>, 'replace' | 'isBusy'>;
  devices: number;
}

export function OwnKeyActions({ own, devices }: OwnKeyActionsProps) {
  const replace = async () => {
    const isSure = await askToConfirm({
      title: 'Replace your key?',
      text: `${stopsWorking('The old key')} Give the new key to every device that uses the old one, up to ${devices}. This can't be undone.`,
      action: 'Replace key',
      danger: true,
    });
    if (isSure && (await own.replace()))
      showToast({ title: 'You have a new key', about: createWifiKey.name });
  };
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<RefreshCw size={16} aria-hidden="true" />}
      loading={own.isBusy}
      onClick={() => void replace()}
    >
      Replace my key
    </Button>
  );
}
