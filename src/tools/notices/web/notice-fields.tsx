import type { UseFormReturnType } from '@mantine/form';
import { DateTimeField } from '../../../platform/ui/date-time-field.tsx';
import { RadioChoice } from '../../../platform/ui/radio-choice.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { GroupChoice } from './group-choice.tsx';
import type { NoticeValues } from './notice-values.ts';
import styles from './notices.module.css';

const { timeZone } = pageData.campus;

interface NoticeFieldsProps {
  fields: UseFormReturnType<NoticeValues>;
  /** Its start is in the past and stays, or it starts at once. */
  hasBegun: boolean;
}

/** What it says, who it is for, and when. */
export function NoticeFields({ fields, hasBegun }: NoticeFieldsProps) {
  const { values, errors } = fields;
  return (
    <>
      <TextField {...fields.getInputProps('title')} name="title" label="Title" withAsterisk data-autofocus />
      <TextArea
        {...fields.getInputProps('text')}
        name="text"
        label="Text"
        description="Markdown: **bold**, *italics*, lists with -, and [links](https://...)."
        withAsterisk
      />
      {values.tone !== 'emergency' && (
        <RadioChoice
          legend="Kind"
          name="tone"
          value={values.tone}
          onChange={(tone) => fields.setFieldValue('tone', tone)}
          options={[
            { value: 'info', label: 'Information' },
            { value: 'warning', label: 'Warning' },
          ]}
        />
      )}
      <RadioChoice
        legend="Who gets it"
        name="audience"
        value={values.audience}
        onChange={(audience) => fields.setFieldValue('audience', audience)}
        options={[
          { value: 'groups', label: 'Only these groups' },
          { value: 'everyone', label: 'Everyone, also on the signed-out home page' },
        ]}
      />
      {values.audience === 'groups' && (
        <GroupChoice
          value={values.groups}
          onChange={(groups) => fields.setFieldValue('groups', groups)}
          error={typeof errors.groups === 'string' ? errors.groups : undefined}
        />
      )}
      {!hasBegun && (
        <RadioChoice
          legend="Starts"
          name="start"
          value={values.start}
          onChange={(start) => fields.setFieldValue('start', start)}
          options={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'Later' },
          ]}
        />
      )}
      <div className={styles.pair}>
        {values.start === 'later' && !hasBegun && (
          <DateTimeField
            {...fields.getInputProps('from')}
            value={values.from}
            name="from"
            label="Start"
            timeZone={timeZone}
            withAsterisk
          />
        )}
        <DateTimeField
          {...fields.getInputProps('until')}
          value={values.until}
          name="until"
          label="End"
          timeZone={timeZone}
          withAsterisk
        />
      </div>
      <div className={styles.pair}>
        <TextField
          {...fields.getInputProps('linkHref')}
          name="linkHref"
          label="Link"
          placeholder="https:// or /support"
        />
        <TextField {...fields.getInputProps('linkText')} name="linkText" label="Link text" />
      </div>
    </>
  );
}
