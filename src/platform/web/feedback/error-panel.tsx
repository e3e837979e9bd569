import { Button } from '@mantine/core';
import { CloudAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ApiError } from '../client/api-error.ts';

interface ErrorPanelProps {
  error: ApiError;
  /** What failed: `The links could not be loaded`. */
  title: string;
  onRetry: () => void;
  retrying?: boolean;
  /** What helps instead if the server refused: the same request would be refused again. */
  remedy?: ReactNode;
}

/** Shown in place of what could not be loaded: what happened, what to do, and a retry if it can help. */
export function ErrorPanel({ error, title, onRetry, retrying = false, remedy }: ErrorPanelProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudAlert size={26} />}
        title={title}
        actions={
          error.mayPass ? (
            <Button
              variant="default"
              leftSection={<RotateCw size={16} aria-hidden="true" />}
              loading={retrying}
              onClick={onRetry}
            >
              Try again
            </Button>
          ) : (
            remedy
          )
        }
      >
        {error.detail}
        {error.mayPass && error.requestId && ` (Reference for IT: ${error.requestId})`}
      </EmptyState>
    </div>
  );
}
