import { Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import type { useWifiKey } from './use-wifi-key.ts';

interface OwnKeyActionsProps {
  own: Pick<ReturnType<typeof useWifiKey>, 'replace' | 'isBusy'>;
  devices: number;
}

export function OwnKeyActions({ own, devices }: OwnKeyActionsProps) {
  const replace = async () => {
    const isSure = await askToConfirm({
      title: 'Replace your key?',
      text: `The old key stops working right away. Every device that uses it, up to ${devices}, loses its connection until you give it the new key. This can't be undone.`,
      action: 'Replace key',
      danger: true,
    });
    if (isSure && (await own.replace())) showToast({ title: 'You have a new key' });
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
