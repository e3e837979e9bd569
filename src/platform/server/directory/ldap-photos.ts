import { createHash } from 'node:crypto';
import { FilterParser } from 'ldapts';
import { bytesOf, isGuid, keyOf } from '../ldap/attributes.ts';
import { type Limits, type Search, withLdap } from '../ldap/ldap-session.ts';
import type { LdapSource } from './ldap-source.ts';
import { writtenRecord } from './read-records.ts';

/** Photos of a large college, one small page after another. */
const limits: Limits = { seconds: 60, bytes: 8 * 1024 * 1024 * 1024 };
const pageSize = 50;

export interface SourcePhoto {
  /** Of the person's record, if there is one. */
  key: string;
  /** Of what the server sent, so that only photos that have changed are redrawn. */
  hash: string;
  bytes: Buffer;
}

/**
 * Reads the photos of a directory server page by page, without ever having more than one page in memory.
 * @throws LdapFailure
 */
export function readLdapPhotos(
  source: LdapSource,
  photo: string,
  work: (photos: readonly SourcePhoto[]) => Promise<void>,
): Promise<void> {
  const key = source.attributes.key ?? '';
  return withLdap(source.server, limits, async (session) => {
    for (const { base, filter } of source.people) {
      const search: Search = {
        base,
        filter: FilterParser.parseString(`(&${filter}(${photo}=*))`),
        attributes: [key, photo],
        binary: [photo, ...[key].filter(isGuid)],
        pageSize,
      };
      for await (const page of session.pages(search)) {
        const photos = page.flatMap((entry) => {
          const bytes = bytesOf(entry, photo);
          // As the record of the person has it: a key may be padded with spaces.
          const written = writtenRecord.shape.key.safeParse(keyOf(entry, key));
          if (bytes === null || bytes.length === 0 || !written.success) return [];
          return [{ key: written.data, bytes, hash: createHash('sha256').update(bytes).digest('base64url') }];
        });
        await work(photos);
      }
    }
  });
}
