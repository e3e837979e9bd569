import type { Call } from '../../contract/call.ts';
import type { DataOwner } from '../change/audit.ts';
import type { Change } from '../change/change.ts';
import { byPermission } from '../change/verdict.ts';
import type { CheckedInput } from './input.ts';

/**
 * Records who is about to get what, for calls that disclose records of other people. Awaited before the response: what
 * cannot be recorded is not disclosed.
 */
export async function noteDisclosure(
  call: Call,
  { params, query }: CheckedInput,
  change: Change,
  owners: readonly DataOwner[],
): Promise<void> {
  const action = call.discloses;
  if (action === undefined) return;
  const filters = fieldsOf(query);
  const columns = Object.fromEntries(Object.keys(filters).map((name) => [name, 'plain'] as const));
  const [id = 'all'] = Object.values(fieldsOf(params)).map(String);
  const subject = { type: action.slice(0, action.indexOf('.')), id, columns };
  await change(async (unit) => {
    unit.demand(byPermission);
    if (owners.length === 0) unit.record({ action, subject, after: filters });
    for (const about of owners) unit.record({ action, subject, about, after: filters });
  });
}

function fieldsOf(fields: unknown): Readonly<Record<string, unknown>> {
  return typeof fields === 'object' && fields !== null ? { ...fields } : {};
}
