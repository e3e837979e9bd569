import { RadioChoice } from '../../../platform/ui/radio-choice.tsx';
import { SelectField } from '../../../platform/ui/select-field.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { useCall, useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useNewerValues } from '../../../platform/web/form/use-newer-values.ts';
import { useSeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import type { Incident } from '../contract/incident-shapes.ts';
import { changeIncident, listAllIncidents, postIncident, readDeskOptions } from '../contract.ts';

interface IncidentDialogProps {
  open: boolean;
  onClose: () => void;
  /** `null` posts a new one; otherwise as the list now has it. */
  incident: Incident | null;
}

/** Posts a known issue, or says what is new about one. */
export function IncidentDialog({ open, onClose, incident }: IncidentDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={incident === null ? 'Post a known issue' : 'Update this issue'}
    >
      {(cancel) => <IncidentForm incident={incident} onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

interface IncidentFormProps {
  incident: Incident | null;
  onDone: () => void;
  onCancel: () => void;
}

const invalidates = [listAllIncidents];

function IncidentForm({ incident, onDone, onCancel }: IncidentFormProps) {
  const post = useWrite(postIncident, { invalidates });
  const change = useWrite(changeIncident, { invalidates });
  const known = useCall(readDeskOptions, {}).data?.data.categories ?? [];
  const seen = useSeenVersion(incident?.version);
  const initialValues = {
    title: incident?.title ?? '',
    text: incident?.text ?? '',
    category: incident?.category ?? '',
    state: incident?.state ?? ('open' as const),
  };
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).changeIncident.body.shape,
    initialValues,
    toBody: (values) => (seen.version === undefined ? values : { ...values, version: seen.version }),
    send: async (body) => {
      const answer =
        incident === null
          ? await post.send({ body })
          : await change.send({ params: { id: incident.id }, body });
      return answer.data;
    },
    onProblem: seen.onProblem,
    onDone: (data) => {
      showToast({ title: incident === null ? 'Posted' : data.state === 'solved' ? 'Solved' : 'Updated' });
      onDone();
    },
  });
  const { fields } = entry;
  useNewerValues(fields, seen, initialValues);
  return (
    <EntryForm
      entry={entry}
      action={incident === null ? 'Post' : 'Update'}
      onCancel={onCancel}
      remedy={
        incident !== null &&
        entry.problem?.reason === 'stale-version' && (
          <span>
            It is now {incident.state === 'open' ? 'open' : 'solved'} and says:{' '}
            <strong>{incident.title}</strong> {incident.text}
          </span>
        )
      }
    >
      <TextField {...fields.getInputProps('title')} name="title" label="Title" withAsterisk data-autofocus />
      <TextArea
        {...fields.getInputProps('text')}
        name="text"
        label="What people should know"
        description={
          incident === null || incident.affected === 0
            ? "What isn't working, where, and what to do instead."
            : `Emailed to the ${incident.affected === 1 ? 'person' : `${incident.affected.toLocaleString('en-US')} people`} with this issue.`
        }
        withAsterisk
      />
      <SelectField
        {...fields.getInputProps('category')}
        name="category"
        label="Category"
        options={known}
        placeholder="None"
      />
      {incident !== null && (
        <RadioChoice
          legend="Status"
          name="state"
          value={fields.values.state}
          onChange={(state) => fields.setFieldValue('state', state)}
          options={[
            { value: 'open', label: 'Open' },
            { value: 'solved', label: 'Solved' },
          ]}
        />
      )}
    </EntryForm>
  );
}
