import { useEffect } from 'react';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { askForAccess, listMyTickets, readMissingAccess } from '../contract.ts';
import styles from './missing-access.module.css';

/** Asks for one permission; once it is sent, the page reloads its state. */
export function AccessForm({ permission, onCancel }: { permission: string; onCancel: () => void }) {
  const ask = useWrite(askForAccess, { invalidates: [readMissingAccess, listMyTickets] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract/access-calls.ts')).newAccessRequest,
    initialValues: { reason: '' },
    toBody: ({ reason }) => ({ permission, reason }),
    send: (body) => ask.send({ body }),
    onDone: () => undefined,
  });
  const { frame } = entry;
  useEffect(() => frame.current?.querySelector('textarea')?.focus(), [frame]);
  return (
    <div className={styles.form}>
      <EntryForm entry={entry} action="Submit request" onCancel={onCancel}>
        <TextArea
          {...entry.fields.getInputProps('reason')}
          name="reason"
          label="What do you need it for?"
          description="The request includes your groups."
          withAsterisk
        />
      </EntryForm>
    </div>
  );
}
