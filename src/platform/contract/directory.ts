import { z } from 'zod';
import type { Permission } from './access.ts';
import { defineCall, jsonReply } from './call.ts';
import { text } from './fields.ts';

/** Permissions of the tool `directory`: who may ask for people, and which a viewer sees in every search and list. */
const choosePeople: Permission = 'directory.choose-people';
export const seeStudents: Permission = 'directory.see-students';
export const seeConfidential: Permission = 'directory.manage';

/** Someone to choose, as a picker shows them. */
const directoryPerson = z.object({
  name: z.string(),
  /** From their account, if they have one; otherwise what the directory says. */
  email: z.string(),
  title: z.string(),
  department: z.string(),
  kind: z.enum(['employee', 'student']),
  /** Only then can something in the portal be theirs. */
  hasSignedIn: z.boolean(),
  /** The address of the photo, if there is one that this viewer may see. */
  photo: z.string().nullable(),
});

export const findPeople = defineCall({
  name: 'findPeople',
  summary:
    'Up to ten people of the college for a picker; every word of `search` has to match, in any order, without accents',
  method: 'GET',
  path: '/api/directory/people',
  access: choosePeople,
  query: z.object({ search: text({ min: 1, max: 100 }) }),
  reply: jsonReply(z.object({ data: z.array(directoryPerson) })),
});
