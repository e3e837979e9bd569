import { sql } from 'kysely';
import type { Actor } from '../../../platform/server/actor/actor.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { visibleTo } from '../../../platform/server/directory/lookup.ts';
import type { Employee } from '../contract.ts';

export interface EmployeeRow extends Employee {
  department: string;
  code: string;
}

/** Employees whom this viewer may see, by department and name. */
export function selectEmployees(reader: Reader, viewer: Actor): Promise<EmployeeRow[]> {
  return readRows(
    reader,
    sql<EmployeeRow>`
    select d.department, d.department_code as code, d.given_name as "firstName", d.family_name as "lastName", d.title,
      d.email, d.phone as ext, d.fax, d.mailbox as box_number
    from directory_records d where d.kind = 'employee' and ${visibleTo(viewer)}
    order by d.department, d.family_name, d.given_name, d.key`,
  );
}
