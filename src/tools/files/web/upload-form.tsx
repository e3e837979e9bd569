import { useRef } from 'react';
import { FileField } from '../../../platform/ui/file-field.tsx';
import { SelectField } from '../../../platform/ui/select-field.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { ApiError } from '../../../platform/web/client/api-error.ts';
import { call } from '../../../platform/web/client/call.ts';
import { useCall, useWrite } from '../../../platform/web/client/query.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { contentTypes, ownerTypes, type PublishedFile } from '../contract/shapes.ts';
import { checkUpload, listFiles, listMyFiles, readFileOptions, uploadFile } from '../contract.ts';
import { AudienceFields } from './audience-fields.tsx';
import { type AudienceValues, emptyAudience, joined } from './audience-values.ts';
import { confirmGroups, confirmVersion } from './questions.ts';
import styles from './upload-form.module.css';

interface Values extends AudienceValues {
  file: File[];
  ownerType: string;
  contentType: string;
  department: string;
  committee: string;
  folder: string;
}

const empty: Values = {
  ...emptyAudience,
  file: [],
  ownerType: '',
  contentType: '',
  department: '',
  committee: '',
  folder: '',
};

/** The body of the call; choices that are not made yet are refused at their fields. */
function toBody(values: Values) {
  const { ownerType, contentType, department, committee, folder } = values;
  return {
    ownerType: ownerType as (typeof ownerTypes)[number],
    contentType: contentType as (typeof contentTypes)[number],
    ...(ownerType === 'Department' ? { department } : {}),
    ...(ownerType === 'Committee' ? { committee } : {}),
    ...(ownerType === 'Automation' ? { folder } : {}),
    adGroups: joined(values.who === 'groups', values.adGroups),
    ipAddresses: joined(values.from === 'addresses', values.ipAddresses),
  };
}

export function UploadForm({ onDone }: { onDone: (file: PublishedFile) => void }) {
  const options = useCall(readFileOptions, {}).data?.data;
  const upload = useWrite(uploadFile, { invalidates: [listFiles, listMyFiles] });
  // How this person answered the questions about the last try.
  const meant = useRef<{ confirmed?: 'true'; asVersion?: 'true' }>({});
  const declared = uploadFile.body.files.file;
  const largest = options?.largestFile ?? declared.maxBytes;
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).uploadFile.body.shape,
    initialValues: empty,
    uploads: { file: { ...declared, maxBytes: largest } },
    toBody,
    send: async (body, { values, uploading, isShown }) => {
      const files = { file: values.file };
      const again = { body: { ...body, ...meant.current }, files };
      if (upload.mayHaveArrived(again)) return (await upload.send(again, uploading)).data;
      const [file] = values.file;
      // Asked before a large file is sent in vain.
      const query = { ...body, fileName: file?.name ?? '' };
      const { taken, unknownGroups } = (await call(checkUpload, { query })).data;
      // Someone who has left is not asked on another page.
      if (unknownGroups.length > 0 && !(isShown() && (await confirmGroups(unknownGroups)))) {
        throw atField('adGroups', 'Check the spelling of these groups.');
      }
      const mayReplace = async (name: string) => isShown() && (await confirmVersion(name));
      if (taken !== null && !(taken.mayAddVersion && (await mayReplace(taken.originalFilename)))) {
        const text = taken.mayAddVersion
          ? 'There is already a file with this name and owner. Rename yours, or add it as a new version.'
          : "There is already a file with this name and owner, and you can't replace it. Rename yours.";
        throw atField('file', text);
      }
      meant.current = {
        ...(unknownGroups.length > 0 ? { confirmed: 'true' as const } : {}),
        ...(taken === null ? {} : { asVersion: 'true' as const }),
      };
      return (await upload.send({ body: { ...body, ...meant.current }, files }, uploading)).data;
    },
    onDone,
  });
  const { fields } = entry;
  const file = fields.getInputProps('file');
  return (
    <EntryForm entry={entry} action="Upload" className={styles.form}>
      <FileField
        {...file}
        onChange={(chosen) => {
          file.onChange(chosen);
          entry.clearProblem();
        }}
        name="file"
        label="File"
        hint={`Up to ${Math.floor(largest / (1024 * 1024))} MB`}
        withAsterisk
      />
      <div className={styles.pair}>
        <SelectField
          {...fields.getInputProps('ownerType')}
          name="ownerType"
          label="Owner type"
          options={ownerTypes}
          withAsterisk
        />
        <SelectField
          {...fields.getInputProps('contentType')}
          name="contentType"
          label="Content type"
          options={contentTypes}
          withAsterisk
        />
      </div>
      {fields.values.ownerType === 'Department' && (
        <TextField
          {...fields.getInputProps('department')}
          name="department"
          label="Department name"
          withAsterisk
        />
      )}
      {fields.values.ownerType === 'Committee' && (
        <TextField
          {...fields.getInputProps('committee')}
          name="committee"
          label="Committee name"
          withAsterisk
        />
      )}
      {fields.values.ownerType === 'Automation' && (
        <TextField
          {...fields.getInputProps('folder')}
          name="folder"
          label="Folder"
          description="The folder of the service token that will replace this file. It can be withdrawn here, but not changed or deleted."
          placeholder="reports/payroll/"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <AudienceFields
        values={fields.values}
        errors={fields.errors}
        onChange={(name, value) => fields.setFieldValue(name, value as never)}
        options={options}
      />
    </EntryForm>
  );
}

function atField(name: string, message: string): ApiError {
  return new ApiError({ status: 400, detail: 'Check the marked fields.', fields: { [name]: message } });
}
