import type { Call } from '../../contract/call.ts';
import type { DataOwner } from '../change/audit.ts';
import type { Change } from '../change/change.ts';
import { byPermission } from '../change/verdict.ts';
import type { CheckedInput } from './input.ts';

/**
 * Records who is about to get what, for calls that disclose records of other people. Awaited before the response: what
 * cannot be recorded is not disclosed.
 * @param told What the operation said about whose data it is. If it said nothing, there is one entry about no one in particular.
 */
export async function noteDisclosure(
  call: Call,
  { params, query }: CheckedInput,
  change: Change,
  told: readonly (readonly DataOwner[])[],
): Promise<void> {
  const action = call.discloses;
  const owners = told.flat();
  if (action === undefined || (told.length > 0 && owners.length === 0)) return;
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
