import { EmailText } from '../../../platform/ui/email-text.tsx';

/** Addresses, one below the other. */
export function Recipients({ to }: { to: readonly string[] }) {
  return (
    <div>
      {to.map((address) => (
        <div key={address}>
          <EmailText>{address}</EmailText>
        </div>
      ))}
    </div>
  );
}
