import { Button } from '@mantine/core';
import type { Link } from '../contract.ts';
import { Expiry } from './links-table.tsx';
import { managersOf } from './owner-groups-field.tsx';

interface CurrentStateProps {
  link: Link;
  isSeen: boolean;
  onSeen: () => void;
}

/** After someone else saved first: the current version, and a way to save one's own anyway. */
export function CurrentState({ link, isSeen, onSeen }: CurrentStateProps) {
  if (isSeen) return <span>Press Save to replace the current version with yours.</span>;
  return (
    <>
      <span>
        It now goes to <strong>{link.longUrl}</strong> and{' '}
        {link.expirationDate === null ? (
          'never expires.'
        ) : (
          <>
            expires: <Expiry link={link} />
          </>
        )}
      </span>
      <span>It is managed by: {managersOf(link)}</span>
      <Button size="compact-sm" variant="default" onClick={onSeen}>
        Keep mine instead
      </Button>
    </>
  );
}
