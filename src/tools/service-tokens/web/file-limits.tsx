import type { UseFormReturnType } from '@mantine/form';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { CheckList } from './check-list.tsx';
import type { TokenValues } from './new-token-values.ts';

interface FileLimitsProps {
  fields: UseFormReturnType<TokenValues>;
  groups: readonly string[];
}

/** No group has this name. */
const everyone = '';

/** Where the files of a token may be, and whom they may be for. */
export function FileLimits({ fields, groups }: FileLimitsProps) {
  const { values, errors } = fields;
  return (
    <>
      <TextField
        {...fields.getInputProps('pathPrefix')}
        name="pathPrefix"
        label="Folder of its files"
        description="It can add, replace, and delete files below this folder only."
        placeholder="reports/payroll/"
        withAsterisk
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <CheckList
        legend="Its files may be for"
        options={[
          { value: everyone, label: 'Everyone who is signed in' },
          ...groups.map((group) => ({ value: group, label: group })),
        ]}
        values={[...(values.everyone ? [everyone] : []), ...values.groups]}
        onChange={(chosen) =>
          fields.setValues({
            everyone: chosen.includes(everyone),
            groups: chosen.filter((group) => group !== everyone),
          })
        }
        error={errors.groups}
        required
      />
    </>
  );
}
