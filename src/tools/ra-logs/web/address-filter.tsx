import { type ComponentProps, useState } from 'react';
import { CheckField } from '../../../platform/ui/check-field.tsx';

/** A filter that only an address can set. It is hidden until then; after that, it can be seen and removed. */
export function AddressFilter(props: ComponentProps<typeof CheckField>) {
  const [isKnown, setIsKnown] = useState(props.checked);
  if (props.checked && !isKnown) setIsKnown(true);
  return isKnown ? <CheckField {...props} /> : null;
}
