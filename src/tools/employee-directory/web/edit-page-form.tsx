import { FileField } from '../../../platform/ui/file-field.tsx';
import { RadioChoice } from '../../../platform/ui/radio-choice.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useNewerValues } from '../../../platform/web/form/use-newer-values.ts';
import { useSeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import { changeOwnPage, type EmployeePage, listEmployeePages, readEmployeePage } from '../contract.ts';
import { PageNow } from './page-now.tsx';
import { PageTexts } from './page-texts.tsx';

interface EditPageFormProps {
  page: EmployeePage;
  own: NonNullable<EmployeePage['own']>;
  onDone: () => void;
  onCancel: () => void;
}

const { files } = changeOwnPage.body;
const answers = [['photoChoice', 'photo']] as const;

const audienceLabel = 'Who sees your photo and what you add';
const audienceOptions = [
  { value: 'employees', label: 'Employees' },
  { value: 'everyone', label: 'Everyone who signs in, students too' },
] as const;

/** What an employee adds to what the college knows, and who sees it. */
export function EditPageForm({ page, own, onDone, onCancel }: EditPageFormProps) {
  const change = useWrite(changeOwnPage, { invalidates: [readEmployeePage, listEmployeePages] });
  const { pronouns, room, hours, askAbout } = page;
  const { audience, photoChoice } = own;
  const seen = useSeenVersion(own.version);
  const initialValues = { pronouns, room, hours, askAbout, audience, photoChoice, photo: [] as File[] };
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).changedPage,
    initialValues,
    uploads: files,
    toBody: ({ photo: _sentAsFile, ...values }) => ({ ...values, version: seen.version }),
    send: (body, { values, uploading }) =>
      change.send({ body, files: { photo: body.photoChoice === 'own' ? values.photo : [] } }, uploading),
    onProblem: seen.onProblem,
    onDone: () => {
      showToast({ title: 'Your page was saved' });
      onDone();
    },
  });
  useNewerValues(entry.fields, seen, initialValues, answers);
  const { getInputProps, setFieldValue, values } = entry.fields;
  const showsPhoto = own.fields.includes('photo');
  const choices = [
    ...(showsPhoto
      ? [{ label: 'Photo', options: photoOptions(own), now: photoChoice, chosen: values.photoChoice }]
      : []),
    { label: audienceLabel, options: audienceOptions, now: audience, chosen: values.audience },
  ];
  return (
    <EntryForm
      entry={entry}
      action="Save"
      onCancel={onCancel}
      isLong
      remedy={
        entry.problem?.reason === 'stale-version' &&
        seen.isRead && <PageNow page={page} fields={own.fields} values={values} choices={choices} />
      }
    >
      <PageTexts fields={own.fields} inputOf={getInputProps} />
      {showsPhoto && (
        <>
          <RadioChoice
            legend="Photo"
            name="photoChoice"
            value={values.photoChoice}
            onChange={(chosen) => setFieldValue('photoChoice', chosen)}
            options={photoOptions(own)}
          />
          {values.photoChoice === 'own' && (
            <FileField
              {...getInputProps('photo')}
              name="photo"
              label={own.hasOwnPhoto ? 'Another photo' : 'Your photo'}
              endings={files.photo.endings}
              hint="JPEG, PNG, or WebP, up to 5 MB"
            />
          )}
        </>
      )}
      <RadioChoice
        legend={audienceLabel}
        name="audience"
        value={values.audience}
        onChange={(chosen) => setFieldValue('audience', chosen)}
        options={audienceOptions}
      />
    </EntryForm>
  );
}

function photoOptions({ hasCollegePhoto }: EditPageFormProps['own']) {
  return [
    {
      value: 'college',
      label: hasCollegePhoto ? "The college's photo" : "The college's photo, once it has one",
    },
    { value: 'own', label: 'A photo of your own' },
    { value: 'none', label: 'No photo' },
  ] as const;
}
