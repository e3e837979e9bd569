import { SelectField } from '../../../platform/ui/select-field.tsx';
import { ApiError } from '../../../platform/web/client/api-error.ts';
import { useCall, useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useNewerValues } from '../../../platform/web/form/use-newer-values.ts';
import { useSeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import { contentTypes, type PublishedFile } from '../contract/shapes.ts';
import { changeFile, listFiles, listMyFiles, readFileDetails, readFileOptions } from '../contract.ts';
import { AudienceFields } from './audience-fields.tsx';
import { audienceOf, joined } from './audience-values.ts';
import { confirmGroups } from './questions.ts';

const answers = [
  ['who', 'adGroups'],
  ['from', 'ipAddresses'],
] as const;

interface EditDialogProps {
  open: boolean;
  onClose: () => void;
  file: PublishedFile;
}

/** Who may have a file, from where, and what it is. */
export function EditDialog({ open, onClose, file }: EditDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title="Edit file" shape="wide">
      {(cancel) => <EditForm file={file} onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

function EditForm({
  file,
  onDone,
  onCancel,
}: {
  file: PublishedFile;
  onDone: () => void;
  onCancel: () => void;
}) {
  const seen = useSeenVersion(file.version);
  const options = useCall(readFileOptions, {}).data?.data;
  const change = useWrite(changeFile, { invalidates: [listFiles, listMyFiles, readFileDetails] });
  const known = new Set(
    [...(options?.groups ?? []).map(({ name }) => name), ...file.authConfig.adGroups].map((one) =>
      one.toLowerCase(),
    ),
  );
  const initialValues = { ...audienceOf(file), contentType: file.contentType as string };
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).changeFile.body.shape,
    initialValues,
    toBody: (values) => ({
      contentType: values.contentType as PublishedFile['contentType'],
      adGroups: joined(values.who === 'groups', values.adGroups),
      ipAddresses: joined(values.from === 'addresses', values.ipAddresses),
      version: seen.version,
    }),
    send: async (body) => {
      const named = body.adGroups.split(',').map((name) => name.trim());
      const unknown = named.filter((name) => name !== '' && !known.has(name.toLowerCase()));
      if (unknown.length > 0 && !(await confirmGroups(unknown))) {
        const fields = { adGroups: 'Check the spelling of these groups.' };
        throw new ApiError({ status: 400, detail: 'Check the marked fields.', fields });
      }
      return change.send({ params: { id: file._id }, body: { ...body, confirmed: true } });
    },
    onProblem: seen.onProblem,
    onDone: ({ data }) => {
      showToast({ title: 'Saved', text: data.audience });
      onDone();
    },
  });
  const { fields } = entry;
  useNewerValues(fields, seen, initialValues, answers);
  return (
    <EntryForm entry={entry} action="Save" onCancel={onCancel}>
      <SelectField
        {...fields.getInputProps('contentType')}
        name="contentType"
        label="Content type"
        options={contentTypes}
        withAsterisk
        data-autofocus
      />
      <AudienceFields
        values={fields.values}
        errors={fields.errors}
        onChange={(name, value) => fields.setFieldValue(name, value as never)}
        options={options}
      />
    </EntryForm>
  );
}
