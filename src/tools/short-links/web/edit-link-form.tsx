import { useState } from 'react';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { newerValues } from '../../../platform/web/form/newer-values.ts';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { changeLink, type Link, listLinks, readLink, readLinkHistory } from '../contract.ts';
import { CurrentState } from './current-state.tsx';
import { type ExpiryValues, expirationOf, expiryOf } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';
import { chosenGroups, OwnerGroupsField } from './owner-groups-field.tsx';

const { timeZone } = pageData.campus;

interface Values extends ExpiryValues, Record<string, unknown> {
  longUrl: string;
  ownerGroups: string[];
}

const valuesOf = (link: Link): Values => ({
  longUrl: link.longUrl,
  ownerGroups: link.ownerGroups,
  ...expiryOf(link, timeZone),
});

const answers = [['expires', 'expirationDate']] as const;

interface EditLinkFormProps {
  /** The link as the page now has it: newer than the form if someone else has saved in the meantime. */
  link: Link;
  onDone: () => void;
  onCancel: () => void;
}

export function EditLinkForm({ link, onDone, onCancel }: EditLinkFormProps) {
  // The version that the person has seen; only what was seen may be overwritten.
  const [seen, setSeen] = useState(link);
  // Until the newer version has been read, there is nothing to say about it.
  const [refused, setRefused] = useState<Link | null>(null);
  const change = useWrite(changeLink, { invalidates: [listLinks, readLink, readLinkHistory] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).changedLink,
    initialValues: valuesOf(link),
    toBody: (values) => ({
      longUrl: values.longUrl,
      expirationDate: expirationOf(values, timeZone, seen),
      ...(link.can.setOwners ? { ownerGroups: chosenGroups(values.ownerGroups) } : {}),
      version: seen.version,
    }),
    send: (body) => change.send({ params: { id: link._id }, body }),
    onProblem: () => setRefused(seen),
    onDone: ({ data }) => {
      showToast({ title: `Saved /r/${data.shortUrl}` });
      onDone();
    },
  });
  const { fields, problem } = entry;
  const isStale = problem?.reason === 'stale-version';
  const keepMine = () => {
    // What this person did not change is not theirs to keep.
    const [before, current] = [valuesOf(seen), valuesOf(link)];
    fields.setValues(newerValues(fields.getValues(), { before, current }, answers));
    setSeen(link);
  };
  return (
    <EntryForm
      entry={entry}
      action="Save"
      onCancel={onCancel}
      remedy={
        isStale &&
        link.version !== refused?.version && (
          <CurrentState link={link} isSeen={seen.version === link.version} onSeen={keepMine} />
        )
      }
    >
      <TextField
        {...fields.getInputProps('longUrl')}
        name="longUrl"
        type="url"
        label="Long URL"
        description="Earlier addresses stay in the link's history."
        withAsterisk
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <ExpiryField
        values={fields.values}
        error={fields.errors.expirationDate as string | undefined}
        onChange={(changed) => fields.setValues(changed)}
      />
      {link.can.setOwners && (
        <OwnerGroupsField
          value={fields.values.ownerGroups}
          error={fields.errors.ownerGroups as string | undefined}
          onChange={(ownerGroups) => fields.setFieldValue('ownerGroups', ownerGroups)}
        />
      )}
    </EntryForm>
  );
}
