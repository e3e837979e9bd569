import { z } from 'zod';
import { defineCall, jsonReply } from '../../platform/contract/call.ts';

const employee = z.object({
  firstName: z.string(),
  lastName: z.string(),
  title: z.string(),
  email: z.string(),
  ext: z.string(),
  fax: z.string(),
  box_number: z.string(),
});
export type Employee = z.output<typeof employee>;

const department = z.object({ name: z.string(), code: z.string(), employees: z.array(employee) });
export type Department = z.output<typeof department>;

export const listDepartments = defineCall({
  name: 'listDepartments',
  summary: 'Departments with their employees, both by name',
  method: 'GET',
  path: '/api/departments',
  access: 'signed-in',
  reply: jsonReply(z.object({ data: z.array(department) })),
});

/** Every call of this tool, for the documents and the access matrix. */
export const employeeDirectoryCalls = { listDepartments };
