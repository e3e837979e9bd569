import { Button } from '@mantine/core';
import type { Account } from '../../../platform/contract/account.ts';
import { ChoiceCards } from '../../../platform/ui/choice-cards.tsx';
import { SkeletonRows } from '../../../platform/ui/skeleton-rows.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { afterClosing } from '../../../platform/ui/use-back-closes.ts';
import { YesNoField } from '../../../platform/ui/yes-no-field.tsx';
import { reloadCalls } from '../../../platform/web/client/query.ts';
import { askToConfirm, type Question } from '../../../platform/web/feedback/confirm.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import type { Entry } from '../../../platform/web/offline/entry.ts';
import { showObstacle } from '../../../platform/web/offline/entry-list.tsx';
import { useEntry } from '../../../platform/web/offline/use-entry.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { addRaLog, listMyRaLogs, readLatestRaLog } from '../contract.ts';
import { raLogs } from '../tool.ts';
import { LatestLog } from './latest-log.tsx';
import { LogEntries } from './log-entries.tsx';
import styles from './log-form.module.css';
import {
  emptyLog,
  isFiledLate,
  logForm,
  openQuestions,
  reopened,
  toNewLog,
  tooEarly,
  valuesFrom,
} from './log-values.ts';
import { useBuildings } from './use-buildings.ts';

const { add, mine } = raLogs.screens;
const seeMine = { to: mine.path, title: 'See my logs' };

interface Submitted {
  outcome: 'sent' | 'waiting';
  building: string;
}

export function LogForm({ account }: { account: Account }) {
  const { timeZone } = pageData.campus;
  const { buildings, error, retry } = useBuildings();
  const form = useEntryForm({
    shape: async () => (await import('../contract.ts')).newRaLog,
    initialValues: emptyLog,
    isKept: true,
    toBody: toNewLog,
    mayGoOn: async (values) => {
      const open = openQuestions(values);
      if (open === null || (await askToConfirm(questionAbout(open.labels)))) return true;
      // After the dialog has returned the focus to the button.
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`form [name="${open.field}"]`)?.focus(),
      );
      return false;
    },
    send: async (body, { isShown }): Promise<Submitted> => {
      const { outcome } = await entry.submit(addRaLog, { ...body, submittedBy: account.id }, isShown);
      return { outcome, building: body.building };
    },
    onProblem: ({ reason }) => {
      if (reason === tooEarly)
        entry.change(reopened({ values, writtenAt: entry.writtenAt }, { isLate: true, timeZone }));
    },
    onDone: ({ outcome, building }) => {
      empty();
      if (outcome === 'sent') {
        reloadCalls([listMyRaLogs, readLatestRaLog]);
        showToast({ title: 'Log submitted', text: `Your log for ${building} was submitted.`, link: seeMine });
      }
      // What is waiting is shown at the top of the form, where the person now is.
      toTheTop();
    },
  });
  const { fields } = form;
  const { values, errors } = fields;
  const entry = useEntry({
    form: logForm,
    owner: account,
    values,
    isDirty: form.isDirty,
    isSending: form.isSending,
    about: { title: values.building || 'a round', noun: ['log', 'logs'], screen: add.path },
    show: (found) => {
      fields.clearErrors();
      fields.setValues(valuesFrom(found));
    },
    changeOf: (found) => reopened(found, { isLate: isFiledLate(found, Date.now()), timeZone }),
  });
  function empty(): void {
    fields.setValues(emptyLog);
    fields.resetDirty(emptyLog);
    fields.clearErrors();
  }
  const startOver = () => {
    entry.discard();
    empty();
  };
  const edit = async ({ id }: Entry) => {
    const obstacle = await entry.edit(id);
    if (obstacle !== null) return showObstacle(obstacle);
    document.querySelector<HTMLElement>('form [role="radiogroup"]')?.focus();
  };
  const flag = (name: 'followUp' | 'fireExtinguishers' | 'exitDoors') => ({
    name,
    value: values[name] === '' ? null : values[name] === 'yes',
    onChange: (value: boolean) => fields.setFieldValue(name, value ? 'yes' : 'no'),
  });

  return (
    <>
      <LogEntries onEdit={(found) => void edit(found)} />
      {entry.restoredFrom !== null && (
        <p className={styles.restored} role="status">
          <span>
            Restored your draft from <CampusTime value={entry.restoredFrom} />.
          </span>
          <Button size="compact-sm" variant="subtle" disabled={form.isSending} onClick={startOver}>
            Start over
          </Button>
        </p>
      )}
      {entry.writtenAt !== null && (
        <p className={styles.again}>
          You wrote this log on <CampusTime value={entry.writtenAt} />. It keeps that date and time.
        </p>
      )}
      <EntryForm
        entry={form}
        action="Submit log"
        className={values.building === '' ? styles.narrow : styles.beside}
        isLong
      >
        <div className={styles.building}>
          {buildings === null && error === null && <SkeletonRows rows={3} label="Loading the buildings" />}
          {error !== null && (
            <ErrorPanel error={error} title="The buildings could not be loaded" onRetry={retry} />
          )}
          {buildings !== null && (
            <ChoiceCards
              legend="Building"
              name="building"
              value={values.building}
              onChange={(building) => fields.setFieldValue('building', building)}
              options={buildings.filter(({ offered }) => offered).map(({ name }) => name)}
              error={errors.building}
            />
          )}
        </div>
        <div className={styles.questions}>
          <YesNoField
            {...flag('fireExtinguishers')}
            label="Extinguishers Secure"
            hint="Every fire extinguisher is in its place."
          />
          <YesNoField
            {...flag('exitDoors')}
            label="Exit Doors Closed"
            hint="Every exit door is shut and latched."
          />
          <YesNoField
            {...flag('followUp')}
            label="Needs Follow Up"
            hint="Residence Life is notified by email."
            yes="warning"
          />
        </div>
        {/* After the questions, so that choosing a building moves none of them; next to them on wide screens. */}
        {values.building !== '' && (
          <div className={styles.latest}>
            <LatestLog key={values.building} building={values.building} />
          </div>
        )}
        <div className={styles.texts}>
          <TextArea
            {...fields.getInputProps('safetyConcerns')}
            name="safetyConcerns"
            label="Safety Concerns"
          />
          <TextArea {...fields.getInputProps('warnings')} name="warnings" label="Warnings" />
          <TextArea {...fields.getInputProps('reports')} name="reports" label="Reports" />
          <TextArea {...fields.getInputProps('comments')} name="comments" label="Comments" />
        </div>
      </EntryForm>
    </>
  );
}

function questionAbout(labels: readonly string[]): Question {
  const isOne = labels.length === 1;
  return {
    title: isOne ? 'One question has no answer' : 'Two questions have no answer',
    text: `${labels.join(' and ')} will be filed as No.`,
    action: isOne ? 'Submit as No' : 'Submit both as No',
    stay: isOne ? 'Answer it' : 'Answer them',
  };
}

/** The next round starts at the top of an empty form. */
function toTheTop(): void {
  // On a phone, closing the question about unanswered ones navigates back, which restores how far the page was scrolled.
  afterClosing(() => {
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });
}
