import { CheckField } from '../../../platform/ui/check-field.tsx';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { RadioChoice } from '../../../platform/ui/radio-choice.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useCall, useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import type { SeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import type { DeskDetails } from '../contract/desk-shapes.ts';
import { mostAttachmentBytes } from '../contract/shapes.ts';
import { stateWords } from '../contract/state-words.ts';
import { answerTicket, readDeskOptions } from '../contract.ts';
import { AttachmentsField } from './attachments-field.tsx';
import { deskReads } from './use-desk-change.ts';

const states = ['waiting', 'open', 'solved'] as const;
type Becomes = (typeof states)[number];
/** A ticket that was handed over accepts no reply, so it isn't waiting for anyone. */
const handedOverStates = ['open', 'solved'] as const;

interface AnswerFormProps {
  ticket: DeskDetails;
  seen: SeenVersion<number>;
  onDone: () => void;
}

/** What the requester reads, and the ticket's state afterward. */
export function AnswerForm({ ticket, seen, onDone }: AnswerFormProps) {
  const closesLog = ticket.log?.isOpen === true;
  const afterwards = ticket.state === 'solved' ? 'solved' : 'open';
  const answer = useWrite(answerTicket, { invalidates: deskReads });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).answerTicket.body.shape,
    initialValues: {
      text: '',
      state: (ticket.isHandedOver ? afterwards : 'waiting') as Becomes,
      attachments: [] as File[],
      closeFollowUp: true,
    },
    uploads: answerTicket.body.files,
    mostBytes: mostAttachmentBytes,
    toBody: ({ text, state, closeFollowUp }) => ({
      text,
      state,
      version: seen.version,
      ...(state === 'solved' && closesLog && closeFollowUp ? { closeFollowUp: 'true' as const } : {}),
    }),
    send: (body, { values, uploading }) =>
      answer.send({ params: { id: ticket.id }, body, files: { attachments: values.attachments } }, uploading),
    onProblem: seen.onProblem,
    onDone: ({ data }) => {
      seen.note(data.version);
      showToast({ title: 'Your answer was sent', text: `Ticket #${data.number}: ${stateWords[data.state]}` });
      onDone();
    },
  });
  const { fields } = entry;
  const offered: readonly Becomes[] = ticket.isHandedOver ? handedOverStates : states;
  // It may have been handed over since the form was opened.
  const chosen = offered.includes(fields.values.state) ? fields.values.state : afterwards;
  const saved = useCall(readDeskOptions, {}).data?.data.savedReplies ?? [];
  return (
    <EntryForm entry={entry} action="Send answer">
      {saved.length > 0 && (
        <div>
          <CompactSelect
            label="Insert a saved reply"
            value=""
            onChange={(title) => {
              const found = saved.find((one) => one.title === title);
              const { text } = fields.getValues();
              if (found) fields.setFieldValue('text', [text, found.text].filter(Boolean).join('\n\n'));
            }}
            options={[
              { value: '', label: 'Insert a saved reply…' },
              ...saved.map(({ title }) => ({ value: title, label: title })),
            ]}
          />
        </div>
      )}
      <TextArea
        {...fields.getInputProps('text')}
        name="text"
        label="Your answer"
        description={`${ticket.requester.name} ${howTheyGetIt(ticket.requester)}.`}
        withAsterisk
      />
      <AttachmentsField {...fields.getInputProps('attachments')} />
      <RadioChoice
        legend="Then the ticket is"
        name="state"
        value={chosen}
        onChange={(state) => fields.setFieldValue('state', state)}
        options={offered.map((value) => ({ value, label: stateWords[value] }))}
      />
      {closesLog && fields.values.state === 'solved' && (
        <CheckField
          label={`Close the follow-up in ${ticket.log?.building} with this answer as its note`}
          checked={fields.values.closeFollowUp}
          onChange={(checked) => fields.setFieldValue('closeFollowUp', checked)}
        />
      )}
    </EntryForm>
  );
}

function howTheyGetIt({ email, gets }: DeskDetails['requester']): string {
  if (email === null) return "is blocked or has left, and won't get an email";
  if (gets === 'digest') return 'gets one email a day, which will mention it';
  return gets === 'now'
    ? 'gets it by email'
    : 'chose not to get answers by email, and reads them in the portal';
}
