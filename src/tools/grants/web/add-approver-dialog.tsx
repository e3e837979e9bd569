import { useRef, useState } from 'react';
import { findPeople } from '../../../platform/contract/directory.ts';
import { CheckField } from '../../../platform/ui/check-field.tsx';
import { EmailField } from '../../../platform/ui/email-field.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { call } from '../../../platform/web/client/call.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { PeoplePicker } from '../../../platform/web/people/people-picker.tsx';
import { addApprover, listApprovers, readApplication } from '../contract.ts';

interface AddApproverDialogProps {
  open: boolean;
  onClose: () => void;
}

export function AddApproverDialog({ open, onClose }: AddApproverDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title="Add Approver">
      {(cancel) => <AddApproverForm onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

function AddApproverForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const add = useWrite(addApprover, { invalidates: [listApprovers, readApplication] });
  const [found, setFound] = useState<string[]>([]);
  const filledIn = useRef('');
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).addApprover.body.shape,
    initialValues: { fullName: '', email: '', required: true },
    toBody: (values) => values,
    send: (body) => add.send({ body }),
    onDone: () => {
      showToast({ title: 'Successfully Added An Approver!' });
      onDone();
    },
  });
  const { fields } = entry;
  const fillIn = async (people: string[]) => {
    setFound(people);
    const [email] = people;
    if (email === undefined) return;
    const { fullName } = fields.getValues();
    // What a person typed stays until there is a better name.
    const before = fullName === filledIn.current ? '' : fullName;
    fields.setValues({ email, fullName: before });
    const answer = await call(findPeople, { query: { search: email } }).catch(() => null);
    const person = answer?.data.find((one) => one.email.toLowerCase() === email.toLowerCase());
    // By now, someone else may have been picked, or a name typed.
    const now = fields.getValues();
    if (person === undefined || now.email !== email || now.fullName !== before) return;
    filledIn.current = person.name;
    fields.setFieldValue('fullName', person.name);
  };
  return (
    <EntryForm entry={entry} action="Add Approver" onCancel={onCancel}>
      <PeoplePicker
        name="person"
        label="Find someone"
        description="Fills in the name and email."
        most={1}
        value={found}
        onChange={(people) => void fillIn(people)}
        data-autofocus
      />
      <TextField {...fields.getInputProps('fullName')} name="fullName" label="Full name" withAsterisk />
      <EmailField {...fields.getInputProps('email')} name="email" label="Email" withAsterisk />
      <CheckField
        label="Required"
        checked={fields.values.required}
        onChange={(required) => fields.setFieldValue('required', required)}
      />
    </EntryForm>
  );
}
