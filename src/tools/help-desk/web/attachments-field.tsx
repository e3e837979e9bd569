import type { ComponentProps } from 'react';
import { FileField } from '../../../platform/ui/file-field.tsx';
import { mostAttachmentBytes, mostAttachments } from '../contract/shapes.ts';

/** Up to ten files of any kind. */
export function AttachmentsField(
  props: Pick<ComponentProps<typeof FileField>, 'value' | 'onChange' | 'error'>,
) {
  return (
    <FileField
      {...props}
      name="attachments"
      label="Attachments"
      hint={`Up to ${mostAttachments} files, ${mostAttachmentBytes / (1024 * 1024)} MB in total`}
      multiple
    />
  );
}
