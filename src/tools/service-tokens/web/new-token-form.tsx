import { DateField } from '../../../platform/ui/date-field.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { type CreatedToken, createToken, listTokens, type TokenChoices } from '../contract.ts';
import { CheckList } from './check-list.tsx';
import { FileLimits } from './file-limits.tsx';
import { emptyToken, toBody } from './new-token-values.ts';

interface NewTokenFormProps {
  choices: TokenChoices;
  onCreated: (created: CreatedToken) => void;
  onCancel: () => void;
}

export function NewTokenForm({ choices, onCreated, onCancel }: NewTokenFormProps) {
  const create = useWrite(createToken, { invalidates: [listTokens] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).newToken,
    initialValues: emptyToken(choices),
    toBody,
    send: (body) => create.send({ body }),
    onDone: ({ data }) => onCreated(data),
  });
  const { fields } = entry;
  const { values, errors } = fields;
  const publishesFiles = choices.permissions.some(
    ({ permission, publishesFiles }) => publishesFiles && values.permissions.includes(permission),
  );
  return (
    <EntryForm
      entry={entry}
      action="Create token"
      onCancel={onCancel}
      remedy={
        // The response to an earlier try was lost, and the token with it.
        entry.problem?.reason === 'key-reused' && 'Revoke this token in the list, and create another one.'
      }
    >
      <TextField
        {...fields.getInputProps('name')}
        name="name"
        label="Name"
        description="What it's for, so that everyone in IT knows. The audit log shows this name."
        placeholder="Nightly payroll reports"
        withAsterisk
        autoComplete="off"
        data-autofocus
      />
      <CheckList
        legend="It may"
        options={choices.permissions.map(({ permission, about, tool }) => ({
          value: permission,
          label: about,
          hint: tool,
        }))}
        values={values.permissions}
        onChange={(permissions) => fields.setFieldValue('permissions', permissions)}
        error={errors.permissions}
        required
      />
      {publishesFiles && <FileLimits fields={fields} groups={choices.groups} />}
      <TextArea
        {...fields.getInputProps('addresses')}
        name="addresses"
        label="Only from these addresses"
        description="One address or network on each line, such as 10.20.0.0/16. Leave it empty to allow every address."
      />
      <DateField
        {...fields.getInputProps('expiresOn')}
        name="expiresOn"
        label="Last day"
        description="It stops working at midnight. A token lasts a year at most."
        min={choices.today}
        max={choices.lastDay}
        withAsterisk
      />
    </EntryForm>
  );
}
