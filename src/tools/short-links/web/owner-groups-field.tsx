import { EntryList } from '../../../platform/ui/entry-list.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { useAccount } from '../../../platform/web/session/account.ts';
import { type Link, listOwnerGroups } from '../contract.ts';

/** Whether this person manages all links, and chooses who owns them. */
export function useManagesAll(): boolean {
  const { account } = useAccount();
  return account?.permissions.includes('short-links.manage') ?? false;
}

interface OwnerGroupsFieldProps {
  value: readonly string[];
  onChange: (groups: string[]) => void;
  error: string | undefined;
}

/** The groups that manage a link. People in only one such group are not asked: their links belong to it. */
export function OwnerGroupsField({ value, onChange, error }: OwnerGroupsFieldProps) {
  const managesAll = useManagesAll();
  const known = useCall(listOwnerGroups, {});
  const groups = known.data?.data ?? [];
  // IT can type a group without the list; whether anyone else has to choose one, only the list says.
  if (!managesAll && !known.data && known.error && !known.error.isSignedOut) {
    return (
      <ErrorPanel
        error={known.error}
        title="Your groups could not be loaded"
        onRetry={() => void known.refetch()}
        retrying={known.isFetching}
      />
    );
  }
  if (!managesAll && groups.length < 2) return null;
  return (
    <EntryList
      name="ownerGroups"
      legend="Owner groups"
      label="Group"
      hint={
        managesAll
          ? 'People in these groups can manage this link, too. Without a group, only IT can.'
          : 'People in this group can manage the link.'
      }
      placeholder="Name of a group"
      value={value}
      onChange={onChange}
      suggestions={groups}
      addText="Add a group"
      isOptional={managesAll}
      error={error}
    />
  );
}

/** Who manages a link, to read. */
export function managersOf({ ownerGroups }: Link): string {
  return ['IT', ...ownerGroups].join(', ');
}

/** As it is sent: what is still empty is left out. */
export function chosenGroups(typed: readonly string[]): string[] {
  return typed.map((group) => group.trim()).filter((group) => group !== '');
}
