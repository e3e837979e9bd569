import type { UseFormReturnType } from '@mantine/form';
import { CheckField } from '../../../platform/ui/check-field.tsx';
import { DateField } from '../../../platform/ui/date-field.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { endTooEarly, isTurnedAround, purposeFields, startTooLate } from '../contract/fields.ts';
import type { ApplicationForm } from '../contract/shapes.ts';
import styles from './application-form.module.css';
import { type ApplicationValues, countWords } from './application-values.ts';
import { CostsFields } from './costs-fields.tsx';

interface ApplicationFieldsProps {
  fields: UseFormReturnType<ApplicationValues>;
  form: ApplicationForm;
}

/** Guidance, not a limit. */
const usualWords = 200;

/** The fields of an application, for a new one and for one that was returned. */
export function ApplicationFields({ fields, form }: ApplicationFieldsProps) {
  const { values } = fields;
  const isTurned = isTurnedAround(values);
  const props = (name: keyof ApplicationValues & string, wrong?: string) => ({
    ...fields.getInputProps(name),
    ...(wrong === undefined ? {} : { error: wrong }),
    name,
    withAsterisk: true,
  });
  const words = countWords(values.briefNarrativeOfProposedActivities);
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Activity</legend>
        <TextField {...props('department')} label="Department" />
        <TextField
          {...props('titleOfProfessionalMeeting')}
          label="Title of professional meeting or project"
        />
        <div className={styles.pair}>
          <DateField
            {...props('startDateOfProposedActivity', isTurned ? startTooLate : undefined)}
            label="Start date of proposed activity"
            min={form.firstDay}
          />
          <DateField
            {...props('endDateOfProposedActivity', isTurned ? endTooEarly : undefined)}
            label="End date of proposed activity"
            min={form.firstDay}
          />
        </div>
        <TextField
          {...props('conferenceLink')}
          label="Conference link"
          description="The web page of the meeting, or “none”."
          inputMode="url"
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Purpose</legend>
        <div className={styles.purposes}>
          {purposeFields.map(({ name, label }) => (
            <CheckField
              key={name}
              label={label}
              checked={values[name]}
              onChange={(checked) => fields.setFieldValue(name, checked)}
            />
          ))}
        </div>
        <TextArea
          {...props('briefNarrativeOfProposedActivities')}
          label="Brief narrative of proposed activities"
          description={`About ${usualWords} words. ${words === 1 ? '1 word' : `${words} words`} so far.`}
        />
      </fieldset>
      <CostsFields fields={fields} form={form} />
    </>
  );
}
