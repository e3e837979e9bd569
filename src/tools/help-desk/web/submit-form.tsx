import { SelectField } from '../../../platform/ui/select-field.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useAccount } from '../../../platform/web/session/account.ts';
import {
  type FormOptions,
  mostAttachmentBytes,
  type OwnTicket,
  type Question,
  type TicketStart,
} from '../contract/shapes.ts';
import { unanswered } from '../contract/unanswered.ts';
import { listMyTickets, readTicketStart, submitTicket } from '../contract.ts';
import { ArticleOffers } from './article-offers.tsx';
import { AttachmentsField } from './attachments-field.tsx';
import styles from './submit.module.css';

interface SubmitFormProps {
  options: FormOptions;
  /** How it starts, for a ticket about the follow-up of an RA log. */
  start: (TicketStart & { log: string }) | null;
  onDone: (ticket: OwnTicket) => void;
}

/** The values besides the answers, which are named `answer-<question>`. */
interface Values extends Record<string, string | File[]> {
  subject: string;
  description: string;
  category: string;
  attachments: File[];
}

const answerField = ({ name }: Pick<Question, 'name'>) => `answer-${name}`;

/** What the college requires an answer to, and has none. */
function missingAnswers(questions: readonly Question[], values: Values): Record<string, string> {
  const missing = questions.filter(
    (one) => one.required && String(values[answerField(one)] ?? '').trim() === '',
  );
  return Object.fromEntries(missing.map((one) => [answerField(one), unanswered(one)]));
}

export function SubmitForm({ options, start, onDone }: SubmitFormProps) {
  const { account } = useAccount();
  const submit = useWrite(submitTicket, { invalidates: [listMyTickets, readTicketStart] });
  const questionsOf = (name: string) => options.categories.find((one) => one.name === name)?.questions ?? [];
  const blanks = options.categories
    .flatMap(({ questions }) => questions)
    .map((one) => [answerField(one), '']);
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).submitTicket.body.shape,
    initialValues: {
      ...Object.fromEntries(blanks),
      subject: start?.subject ?? '',
      description: start?.description ?? '',
      category: '',
      attachments: [],
    } as Values,
    uploads: submitTicket.body.files,
    mostBytes: mostAttachmentBytes,
    check: (values) => missingAnswers(questionsOf(values.category), values),
    toBody: (values) => ({
      subject: values.subject,
      description: values.description,
      category: values.category,
      ...(start === null ? {} : { log: start.log }),
      answers: JSON.stringify(
        Object.fromEntries(
          questionsOf(values.category).map((one) => [one.name, values[answerField(one)] ?? '']),
        ),
      ),
    }),
    send: async (body, { values, uploading }) => {
      const sent = { body, files: { attachments: values.attachments } };
      return (await submit.send(sent, uploading)).data;
    },
    onDone,
  });
  const { fields } = entry;
  const category = options.categories.find(({ name }) => name === fields.values.category);
  return (
    <EntryForm entry={entry} action="Submit ticket" className={styles.form}>
      <p className={styles.from}>
        From {account?.name} ({account?.email})
      </p>
      <div>
        <TextField {...fields.getInputProps('subject')} name="subject" label="Subject" withAsterisk />
        <ArticleOffers subject={fields.values.subject} />
      </div>
      {options.categories.length > 0 && (
        <SelectField
          {...fields.getInputProps('category')}
          name="category"
          label="Category"
          description={category?.hint || 'What is it about?'}
          options={options.categories.map(({ name }) => name)}
        />
      )}
      {category !== undefined && category.questions.length > 0 && (
        <div className={styles.pair}>
          {category.questions.map((question) => (
            <QuestionField
              key={`${category.name} ${question.name}`}
              question={question}
              props={fields.getInputProps(answerField(question))}
            />
          ))}
        </div>
      )}
      <TextArea
        {...fields.getInputProps('description')}
        name="description"
        label="Description"
        description="What happened, where, and since when?"
        withAsterisk
      />
      <AttachmentsField {...fields.getInputProps('attachments')} />
    </EntryForm>
  );
}

function QuestionField({ question, props }: { question: Question; props: object }) {
  const { label, options, required } = question;
  const field = { ...props, name: answerField(question), label, withAsterisk: required };
  return options.length === 0 ? <TextField {...field} /> : <SelectField {...field} options={options} />;
}
