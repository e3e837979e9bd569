import { TextField } from '../../../platform/ui/text-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { createLink, listLinks } from '../contract.ts';
import { type ExpiryValues, expirationOf, expiryOf } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';
import { chosenGroups, OwnerGroupsField } from './owner-groups-field.tsx';
import { shortAddress } from './short-address.ts';
import { ShortAddressPreview } from './short-address-preview.tsx';

const { timeZone } = pageData.campus;

interface Values extends ExpiryValues, Record<string, unknown> {
  shortUrl: string;
  longUrl: string;
  ownerGroups: string[];
}

export function AddLinkForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const create = useWrite(createLink, { invalidates: [listLinks] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).newLink,
    initialValues: { shortUrl: '', longUrl: '', ownerGroups: [], ...expiryOf(null, timeZone) } as Values,
    toBody: (values) => ({
      shortUrl: values.shortUrl,
      longUrl: values.longUrl,
      expirationDate: expirationOf(values, timeZone),
      ...(chosenGroups(values.ownerGroups).length === 0
        ? {}
        : { ownerGroups: chosenGroups(values.ownerGroups) }),
    }),
    send: (body) => create.send({ body }),
    onDone: ({ data }) => {
      showToast({ title: `Added /r/${data.shortUrl}`, text: shortAddress(data.shortUrl) });
      onDone();
    },
  });
  const { fields } = entry;
  return (
    <EntryForm entry={entry} action="Add URL" onCancel={onCancel}>
      <TextField
        {...fields.getInputProps('shortUrl')}
        name="shortUrl"
        label="Short URL"
        description={<ShortAddressPreview name={fields.values.shortUrl.trim()} />}
        withAsterisk
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <TextField
        {...fields.getInputProps('longUrl')}
        name="longUrl"
        type="url"
        label="Long URL"
        description="The page it goes to."
        placeholder="https://"
        withAsterisk
        autoComplete="off"
        spellCheck={false}
      />
      <ExpiryField
        values={fields.values}
        error={fields.errors.expirationDate as string | undefined}
        onChange={(change) => fields.setValues(change)}
      />
      <OwnerGroupsField
        value={fields.values.ownerGroups}
        error={fields.errors.ownerGroups as string | undefined}
        onChange={(ownerGroups) => fields.setFieldValue('ownerGroups', ownerGroups)}
      />
    </EntryForm>
  );
}
