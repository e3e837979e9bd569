import { EmailText } from './email-text.tsx';
import { OutsideLink } from './outside-link.tsx';

/** An address as a link; anything else, such as a phone number with an extension, as it is written. */
export function Contact({ children }: { children: string }) {
  if (/^[^@\s]+@[^@\s]+$/.test(children))
    return (
      <OutsideLink href={`mailto:${children}`}>
        <EmailText>{children}</EmailText>
      </OutsideLink>
    );
  if (/^https?:\/\//.test(children)) return <a href={children}>{children}</a>;
  return children;
}
