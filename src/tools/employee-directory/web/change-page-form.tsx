import { CheckField } from '../../../platform/ui/check-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useNewerValues } from '../../../platform/web/form/use-newer-values.ts';
import { useSeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import { changeEmployeePage, type EmployeePage, listEmployeePages, readEmployeePage } from '../contract.ts';
import { PageNow } from './page-now.tsx';
import { PageTexts } from './page-texts.tsx';

interface ChangePageFormProps {
  page: EmployeePage;
  edit: NonNullable<EmployeePage['edit']>;
  onDone: () => void;
  onCancel: () => void;
}

/** For IT: what someone has added to their page. Who sees it stays theirs to decide. */
export function ChangePageForm({ page, edit, onDone, onCancel }: ChangePageFormProps) {
  const change = useWrite(changeEmployeePage, { invalidates: [readEmployeePage, listEmployeePages] });
  const { id, pronouns, room, hours, askAbout } = page;
  const { fields, hasOwnPhoto } = edit;
  const seen = useSeenVersion(edit.version);
  const initialValues = { pronouns, room, hours, askAbout, removePhoto: false };
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).changedByIt,
    initialValues,
    toBody: (values) => ({ ...values, version: seen.version }),
    send: (body) => change.send({ params: { id }, body }),
    onProblem: seen.onProblem,
    onDone: () => {
      showToast({ title: 'The page was saved', text: 'If anything changed, the person gets an email.' });
      onDone();
    },
  });
  useNewerValues(entry.fields, seen, initialValues);
  const { getInputProps, setFieldValue, values } = entry.fields;
  return (
    <EntryForm
      entry={entry}
      action="Save"
      onCancel={onCancel}
      isLong
      remedy={
        entry.problem?.reason === 'stale-version' &&
        seen.isRead && <PageNow page={page} fields={fields} values={values} />
      }
    >
      <p>The person is notified of what you change, with your name.</p>
      <PageTexts fields={fields} inputOf={getInputProps} />
      {hasOwnPhoto && fields.includes('photo') && (
        <CheckField
          label="Remove the photo that they added"
          checked={values.removePhoto}
          onChange={(isRemoved) => setFieldValue('removePhoto', isRemoved)}
        />
      )}
    </EntryForm>
  );
}
