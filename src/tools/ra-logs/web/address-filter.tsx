import { type ComponentProps, useState } from 'react';
import { CheckField } from '../../../platform/ui/check-field.tsx';

/** A filter that only an address asks for: no one has to look at it before that, and then it can be seen and undone. */
export function AddressFilter(props: ComponentProps<typeof CheckField>) {
  const [isKnown, setIsKnown] = useState(props.checked);
  if (props.checked && !isKnown) setIsKnown(true);
  return isKnown ? <CheckField {...props} /> : null;
}
