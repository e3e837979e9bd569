import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { type EmployeePage, reportCorrection } from '../contract.ts';

interface CorrectionFormProps {
  page: EmployeePage;
  onDone: () => void;
  onCancel: () => void;
}

/** Emails what is wrong to the person who maintains the directory. */
export function CorrectionForm({ page, onDone, onCancel }: CorrectionFormProps) {
  const report = useWrite(reportCorrection, { invalidates: [] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).newCorrection,
    initialValues: { what: '' },
    toBody: (values) => values,
    send: (body) => report.send({ params: { id: page.id }, body }),
    onDone: () => {
      showToast({ title: 'Thank you', text: 'It will be emailed to the person who maintains this entry.' });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action="Send" onCancel={onCancel}>
      <TextArea
        {...entry.fields.getInputProps('what')}
        name="what"
        label="What is wrong, and what should it say?"
        description="Your name and email address are included, so that they can ask you."
        withAsterisk
        data-autofocus
      />
    </EntryForm>
  );
}
