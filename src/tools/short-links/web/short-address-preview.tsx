import { readableAddress, shortAddress } from './short-address.ts';

/** The whole address as people will type it, while its name is being chosen. */
export function ShortAddressPreview({ name }: { name: string }) {
  const address = readableAddress(shortAddress(''));
  return (
    <>
      People will type {address}/<strong>{name || 'your-words'}</strong>
    </>
  );
}
