import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useSeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import { PeoplePicker } from '../../../platform/web/people/people-picker.tsx';
import { assignFollowUp, listMyFollowUps, listRaLogs, type RaLog } from '../contract.ts';
import { useAssign } from './use-assign.ts';

interface AssignFormProps {
  log: RaLog;
  owner: string | null;
  onDone: () => void;
  onCancel: () => void;
}

/** Assigns a follow-up to a colleague, or unassigns it. */
export function AssignForm({ log, owner, onDone, onCancel }: AssignFormProps) {
  const assign = useWrite(assignFollowUp, { invalidates: [listRaLogs, listMyFollowUps] });
  const seen = useSeenVersion(log.version);
  const unassign = useAssign({ _id: log._id, version: seen.version }, seen.onProblem);
  // The unknown address that the person was asked about, and whether they confirmed it.
  const [askedAbout, setAskedAbout] = useState<string | null>(null);
  const confirmed = useRef<string | null>(null);
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).newAssignment,
    initialValues: { owner: owner === null ? [] : [owner] },
    toBody: ({ owner: [address = ''] }) => ({
      owner: address,
      version: seen.version,
      confirmed: confirmed.current === address,
    }),
    send: (body) => assign.send({ params: { id: log._id }, body }),
    onProblem: (problem) => {
      seen.onProblem(problem);
      setAskedAbout(problem.reason === 'unknown-owner' ? (entry.fields.getValues().owner[0] ?? null) : null);
    },
    onDone: ({ data }) => {
      showToast({ title: `Assigned to ${data.followUpTask?.owner ?? 'no one'}` });
      onDone();
    },
  });
  const takeAway = async () => {
    if (await unassign.to('')) onDone();
  };
  const assignAnyway = (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => {
        confirmed.current = askedAbout;
        entry.submit();
      }}
    >
      Assign anyway
    </Button>
  );
  return (
    <EntryForm
      entry={entry}
      action="Assign"
      onCancel={onCancel}
      remedy={askedAbout !== null && entry.fields.values.owner[0] === askedAbout && assignAnyway}
    >
      <PeoplePicker
        {...entry.fields.getInputProps('owner')}
        name="owner"
        label="Name or email"
        description={
          seen.isRead && owner !== null ? `Currently assigned to ${owner}.` : 'The person who will follow up.'
        }
        withAsterisk
        most={1}
        data-autofocus
      />
      {owner !== null && (
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            loading={unassign.isPending}
            onClick={() => void takeAway()}
          >
            Unassign
          </Button>
        </div>
      )}
    </EntryForm>
  );
}
