import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { DataOwner } from '../../../platform/server/change/audit.ts';
import type { ChangedColumn, Entry, EntryDetails } from '../contract.ts';
import type { EntryRow, NamedOwner } from './queries.ts';

export type Names = ReadonlyMap<string, NamedOwner>;

/** What the list shows. The values, and where a request came from, are shown with one entry at a time. */
export function presentEntry(row: EntryRow, names: Names): Entry {
  const { id, at, actor_id, actor_name, acting_for, action, subject_type, subject_id, about, ...rest } = row;
  const {
    actor_kind: _1,
    before: _2,
    after: _3,
    client_address: _4,
    request_id: _5,
    place: _6,
    ...nothing
  } = rest;
  nothing satisfies NothingLeft;
  return {
    id,
    at: at.toISOString(),
    by: { name: actor_name, email: names.get(actor_id ?? '')?.email ?? null },
    actingFor: acting_for,
    action,
    subject: { type: subject_type, id: subject_id },
    about: about === null ? null : presentOwner(about, names),
  };
}

/** Someone whose account and record are gone is shown as the entry names them. */
function presentOwner(about: string, names: Names) {
  const known = names.get(about);
  if (known !== undefined) return { name: known.name, email: known.email };
  return {
    name: about.replace(/^college-id:/, 'College ID ').replace(/^directory:/, 'Directory '),
    email: null,
  };
}

type Details = Pick<EntryDetails, 'isSensitive' | 'can'>;

export function presentDetails(row: EntryRow, names: Names, { isSensitive, can }: Details): EntryDetails {
  return {
    ...presentEntry(row, names),
    columns: presentColumns(row.before, row.after),
    clientAddress: row.client_address,
    requestId: row.request_id,
    isSensitive,
    can,
  };
}

type Values = Readonly<Record<string, unknown>> | null;

/** Every column that either side has. */
export function presentColumns(before: Values, after: Values): ChangedColumn[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({ name, before: valueIn(before, name), after: valueIn(after, name) }));
}

function valueIn(values: Values, name: string): string | null {
  if (values === null || !Object.hasOwn(values, name)) return null;
  const value = values[name];
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.join(', ') || 'None';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** As the change service writes it. */
export function ownerOf(about: string): DataOwner {
  if (about.startsWith('directory:')) return { directoryKey: about.slice('directory:'.length) };
  if (about.startsWith('college-id:')) return { collegeId: about.slice('college-id:'.length) };
  return { personId: about };
}
