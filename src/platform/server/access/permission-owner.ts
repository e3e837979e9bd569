import { z } from 'zod';
import { oneLine } from '../../contract/fields.ts';

/** Who decides who gets a permission: a person or an office. */
export interface PermissionOwner {
  /** As people read it; the address if there is no name. */
  readonly name: string;
  /** In lower case. */
  readonly address: string;
}

const hint = 'Write an email address, or a name with one: Mail & Copy Center <copies@college.edu>.';

/** `copies@college.edu`, or a name with the address in angle brackets (RFC 5322, section 3.4). */
export const owner = z
  .string(hint)
  .max(400, hint)
  .transform((written, context): PermissionOwner => {
    const [, name = '', inside] = /^\s*([^<>]*?)\s*<([^<>]*)>\s*$/.exec(written) ?? [];
    const address = z
      .email()
      .max(254)
      .safeParse((inside ?? written).trim().toLowerCase());
    if (!address.success) {
      context.addIssue(hint);
      return z.NEVER;
    }
    return { name: oneLine(name) || address.data, address: address.data };
  });
