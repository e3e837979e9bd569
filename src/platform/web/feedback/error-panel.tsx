import { Button } from '@mantine/core';
import { CloudAlert, RotateCw } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ApiError } from '../client/api-error.ts';

interface ErrorPanelProps {
  error: ApiError;
  /** What failed: `The links could not be loaded`. */
  title: string;
  onRetry: () => void;
  retrying?: boolean;
}

/** Stands where something would be that could not be read: what happened, what to do, and a retry. */
export function ErrorPanel({ error, title, onRetry, retrying = false }: ErrorPanelProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudAlert size={26} />}
        title={title}
        actions={
          <Button
            variant="default"
            leftSection={<RotateCw size={16} aria-hidden="true" />}
            loading={retrying}
            onClick={onRetry}
          >
            Try again
          </Button>
        }
      >
        {error.detail}
        {error.requestId && ` (Reference for IT: ${error.requestId})`}
      </EmptyState>
    </div>
  );
}
