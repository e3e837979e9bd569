import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { PeoplePicker } from '../../../platform/web/people/people-picker.tsx';
import { handOverThings, listDepartures, type PersonBelongings, readBelongings } from '../contract.ts';
import { sayRefused } from './departure-words.ts';
import { type Selection, saySelection, thingsOf } from './selection.ts';

interface HandOverDialogProps {
  open: boolean;
  onClose: () => void;
  person: PersonBelongings['person'];
  selection: Selection;
}

/** Says what will happen, and asks who gets it. */
export function HandOverDialog({ open, onClose, person, selection }: HandOverDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={`Hand over ${saySelection(selection)}`}>
      {(cancel) => <HandOverForm person={person} selection={selection} onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

interface HandOverFormProps {
  person: PersonBelongings['person'];
  selection: Selection;
  onDone: () => void;
  onCancel: () => void;
}

function HandOverForm({ person, selection, onDone, onCancel }: HandOverFormProps) {
  const handOver = useWrite(handOverThings, { invalidates: [readBelongings, listDepartures] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).handOverThings.body.shape,
    initialValues: { to: [] as string[] },
    toBody: ({ to }) => ({ to: to[0] ?? '', things: thingsOf(selection) }),
    send: (body) => handOver.send({ params: { id: person.id }, body }),
    onDone: ({ data }) => {
      const title =
        data.refused.length === 0 ? 'Handed over' : `Handed over ${data.done}, ${data.refused.length} stayed`;
      showToast(
        data.refused.length === 0 ? { title } : { tone: 'error', title, text: sayRefused(data), seconds: 20 },
      );
      onDone();
    },
  });
  const { fields } = entry;
  return (
    <EntryForm entry={entry} action="Hand over" onCancel={onCancel}>
      <p>
        From then on they belong to the person you choose, who gets one email about them. {person.name} no
        longer has them. To undo it, hand them back.
      </p>
      <PeoplePicker
        name="to"
        label="New owner"
        description="Type a name. People who have never signed in can't be chosen, because what they may do isn't known yet. Ask them to sign in once."
        most={1}
        needsAccount
        value={fields.values.to}
        onChange={(to) => fields.setFieldValue('to', to)}
        error={fields.errors.to}
        withAsterisk
        data-autofocus
      />
    </EntryForm>
  );
}
