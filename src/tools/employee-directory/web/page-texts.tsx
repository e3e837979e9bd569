import { TextArea } from '../../../platform/ui/text-area.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import type { EntryForm } from '../../../platform/web/form/use-entry-form.ts';
import type { Addable } from '../contract.ts';

interface PageTextsProps {
  fields: readonly Addable[];
  inputOf: (
    name: Exclude<Addable, 'photo'>,
  ) => ReturnType<EntryForm<Record<string, unknown>>['fields']['getInputProps']>;
}

/** The texts of a page, as far as the college shows them. */
export function PageTexts({ fields, inputOf }: PageTextsProps) {
  const shows = new Set(fields);
  return (
    <>
      {shows.has('room') && (
        <TextField {...inputOf('room')} name="room" label="Room" placeholder="Library 204" data-autofocus />
      )}
      {shows.has('hours') && (
        <TextArea {...inputOf('hours')} name="hours" label="Hours" description="When people can find you." />
      )}
      {shows.has('askAbout') && (
        <TextArea
          {...inputOf('askAbout')}
          name="askAbout"
          label="Ask me about"
          description="What you can help with."
        />
      )}
      {shows.has('pronouns') && (
        <TextField {...inputOf('pronouns')} name="pronouns" label="Pronouns" autoComplete="off" />
      )}
    </>
  );
}
