import { useState } from 'react';
import { Panel } from '../../../platform/ui/panel.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { readApplication, writeMessage } from '../contract.ts';

interface MessageFormProps {
  id: string;
  /** Who reads it. */
  to: 'the committee' | 'the applicant';
}

/** Adds to the thread between the committee and the applicant. */
export function MessageForm(props: MessageFormProps) {
  // A form that was sent starts over.
  const [round, setRound] = useState(0);
  return (
    <Panel>
      <Form key={round} {...props} onDone={() => setRound(round + 1)} />
    </Panel>
  );
}

function Form({ id, to, onDone }: MessageFormProps & { onDone: () => void }) {
  const write = useWrite(writeMessage, { invalidates: [readApplication] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).writeMessage.body.shape,
    initialValues: { text: '' },
    toBody: (values) => values,
    send: (body) => write.send({ params: { id }, body }),
    onDone: () => {
      showToast({ title: 'Message sent' });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action="Send message">
      <TextArea
        {...entry.fields.getInputProps('text')}
        name="text"
        label={`Write to ${to}`}
        description="Also sent by email."
        withAsterisk
      />
    </EntryForm>
  );
}
