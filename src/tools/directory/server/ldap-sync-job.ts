import { createHash } from 'node:crypto';
import { z } from 'zod';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import {
  type LdapReading,
  type LdapSource,
  readLdapPeople,
} from '../../../platform/server/directory/ldap-source.ts';
import { largestDirectory } from '../../../platform/server/directory/read-records.ts';
import { toRow } from '../../../platform/server/directory/record.ts';
import { type Applying, lastReading, noteFailure } from '../../../platform/server/directory/runs.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import { JobFailure } from '../../../platform/server/jobs/job-failure.ts';
import { LdapFailure } from '../../../platform/server/ldap/ldap-failure.ts';
import { changeAsSync, heldBack, type SyncServices, sayRun, takeAsSync } from './sync-run.ts';

const origin = 'ldap';
/** The name of a server that is the only one. */
export const usualName = 'ldap';

/** Reads the directory server each hour. A reading that fails, at any point, changes nothing. */
export function createLdapSync(services: SyncServices, source: LdapSource, applying: Applying): Job {
  const { reader } = services;
  const asSync = changeAsSync(services);
  const { name } = source;
  const isOnly = name === usualName;
  const by = isOnly ? 'the directory server' : `the directory server ${name}`;
  const read = { origin, source: name, by } as const;
  /** Once for each cause: a server that is down for a weekend is one entry of the history. */
  const fail = async (reason: string): Promise<never> => {
    if ((await lastReading(reader, read)).failure !== reason) {
      await asSync(async (unit) => {
        unit.demand(byPermission);
        await noteFailure(unit, { ...read, sourceHash: null, reason });
      });
    }
    throw new JobFailure(reason);
  };
  return defineJob({
    name: isOnly ? 'directory.sync-ldap' : `directory.sync-ldap-${name}`,
    title: isOnly ? 'Read the directory server' : `Read the directory server ${name}`,
    data: z.object({}),
    retries: 2,
    limitSeconds: 30 * 60,
    schedule: '41 * * * *',
    async run() {
      const found = await readLdapPeople(source).catch((error: unknown) => {
        if (error instanceof LdapFailure) return error;
        throw error;
      });
      if (found instanceof LdapFailure) return fail(reasonOf(found));
      const { records } = found;
      if (records.length === 0)
        return fail(`The directory server returned no people.${leftOutOf(found)} Nothing was changed.`);
      if (records.length > largestDirectory.rows)
        return fail('The directory server returned more than 100,000 people. Narrow the filters.');
      const sourceHash = hashOf(found, applying);
      const last = await lastReading(reader, read);
      if (last.sourceHash === sourceHash && last.isWaiting) return heldBack;
      const note = `${leftOutOf(found)}${unclearOf(found)}`;
      if (last.sourceHash === sourceHash)
        return `${last.isDiscarded ? discarded : 'The directory server has not changed'}: ${records.length} people.${note}`;
      const reading = { ...read, records, sourceHash, note: note.trim() || null };
      return `${sayRun(await takeAsSync(services, reading, applying))}${note}`;
    },
  });
}

/** It is not offered again each hour: IT has said no to it. */
const discarded = 'IT discarded this reading, and the directory server has not changed since';

function reasonOf({ code, advice }: LdapFailure): string {
  return `The directory server could not be read (${code}). Nothing was changed.${advice === undefined ? '' : ` ${advice}`}`;
}

/** Entries that are not in the directory, and why: when someone is missing there, IT looks here and at the reading. */
function leftOutOf({ leftOut }: LdapReading): string {
  const reasons = {
    withoutKey: 'without the key',
    withoutName: 'without a family name',
    sameKey: "with another entry's key",
    disabled: 'disabled or expired',
  };
  const parts = Object.entries(reasons)
    .map(([reason, words]) => [leftOut[reason as keyof typeof reasons], words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count.toLocaleString('en-US')} ${words}`);
  return parts.length === 0 ? '' : ` Left out: ${parts.join(', ')}.`;
}

/** So that IT finds a mapped attribute whose values mean something else. */
function unclearOf({ unclearMarks }: LdapReading): string {
  return unclearMarks === 0
    ? ''
    : ` Counted as confidential by a mark that is neither yes nor no: ${unclearMarks.toLocaleString('en-US')}.`;
}

/** Of everything that was read, and of what decides about conflicts, in whatever order the server sent it. */
function hashOf({ records }: LdapReading, { precedence }: Applying): string {
  const hash = createHash('sha256').update(JSON.stringify(precedence));
  for (const content of records.map((record) => toRow(record).content_hash).toSorted()) hash.update(content);
  return hash.digest('base64url');
}
