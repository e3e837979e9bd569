import { z } from 'zod';
import { readNetwork } from '../network/read-network.ts';

/** An address or a network, IPv4 or IPv6, in its canonical spelling. */
export const networkSetting = z.string().transform((written, { addIssue }) => {
  const read = readNetwork(written);
  if ('network' in read) return read.network;
  addIssue(read.mistake);
  return z.NEVER;
});
