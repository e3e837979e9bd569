import { z } from 'zod';
import {
  defineCall,
  downloadReply,
  emptyReply,
  jsonBody,
  jsonReply,
  uploadBody,
} from '../../platform/contract/call.ts';
import { seeConfidential } from '../../platform/contract/directory.ts';
import { id, text } from '../../platform/contract/fields.ts';

const access = 'signed-in';

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
  access,
  reply: jsonReply(z.object({ data: z.array(department) })),
});

/** Changes with the photo, so that a page shows the new one; `null` without a photo. */
const photoVersion = z.string().nullable();

/** Links an employee in a list to their page. */
const employeeLink = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  photo: photoVersion,
});
export type EmployeeLink = z.output<typeof employeeLink>;

export const listEmployeePages = defineCall({
  name: 'listEmployeePages',
  summary: 'The pages of all employees, and whether you have one',
  method: 'GET',
  path: '/api/employee-directory/people',
  access,
  reply: jsonReply(z.object({ data: z.array(employeeLink), hasOwn: z.boolean() })),
});

export const audiences = ['employees', 'everyone'] as const;
export const photoChoices = ['college', 'own', 'none'] as const;

/** What an employee can add, as far as the college shows it. */
const addable = z.enum(['pronouns', 'room', 'hours', 'askAbout', 'photo']);
export type Addable = z.output<typeof addable>;

/** Empty texts are not shown. */
const extras = {
  pronouns: text({ max: 40 }),
  room: text({ max: 80 }),
  hours: text({ max: 300 }),
  askAbout: text({ max: 500 }),
};

const employeePage = employee.extend({
  id,
  department: z.string(),
  pronouns: z.string(),
  room: z.string(),
  hours: z.string(),
  askAbout: z.string(),
  photo: photoVersion,
  /** For the person whose page it is. */
  own: z
    .object({
      audience: z.enum(audiences),
      photoChoice: z.enum(photoChoices),
      hasCollegePhoto: z.boolean(),
      hasOwnPhoto: z.boolean(),
      fields: z.array(addable),
      version: z.int(),
    })
    .nullable(),
  /** For IT, on the page of someone else. */
  edit: z.object({ fields: z.array(addable), hasOwnPhoto: z.boolean(), version: z.int() }).nullable(),
  can: z.object({ correct: z.boolean() }),
});
export type EmployeePage = z.output<typeof employeePage>;

const params = z.object({ id });
const unknown = {
  kind: 'not-found',
  detail: 'This person is not in the directory.',
} as const;

export const readEmployeePage = defineCall({
  name: 'readEmployeePage',
  summary:
    'The page of an employee, or with `me` your own; what they share only with employees is empty for anyone else',
  method: 'GET',
  path: '/api/employee-directory/people/:id',
  access,
  params: z.object({ id: z.union([id, z.literal('me')]) }),
  reply: jsonReply(z.object({ data: employeePage })),
  refusals: { unknown },
});

export const readEmployeePhoto = defineCall({
  name: 'readEmployeePhoto',
  summary: 'The photo of an employee',
  method: 'GET',
  path: '/api/employee-directory/people/:id/photo',
  access,
  params,
  // Ignored: it gives a new photo a new address.
  query: z.object({ version: text({ max: 80 }).optional() }),
  reply: downloadReply('image/jpeg'),
  refusals: { unknown: { kind: 'not-found', detail: 'There is no photo.' } },
});

export const largestPhoto = 5 * 1024 * 1024;

export const changedPage = z.object({
  ...extras,
  audience: z.enum(audiences, { error: 'Choose who sees it.' }),
  photoChoice: z.enum(photoChoices, { error: 'Choose a photo, or none.' }),
  /** That of the page that was changed; 0 for the first time. */
  version: z.coerce.number().int().optional(),
});

export const changeOwnPage = defineCall({
  name: 'changeOwnPage',
  summary: 'Change what your own page says besides what the college knows; `photo` replaces your own photo',
  method: 'PUT',
  path: '/api/employee-directory/me',
  access,
  body: uploadBody(changedPage, {
    photo: {
      handling: 'parsed',
      endings: ['.jpg', '.jpeg', '.png', '.webp'],
      maxBytes: largestPhoto,
      maxFiles: 1,
      required: false,
    },
  }),
  reply: jsonReply(z.object({ data: employeePage })),
  refusals: {
    'no-page': { kind: 'not-found', detail: "You're not in the employee directory." },
    'no-photo': {
      kind: 'invalid',
      detail: 'Choose a photo: a JPEG, PNG, or WebP file.',
    },
    'stale-version': {
      kind: 'conflict',
      detail:
        'Your page was changed in the meantime, in another tab or by IT. Check what it says now and try again.',
    },
  },
  idempotent: true,
});

export const changedByIt = z.object({
  ...extras,
  /** A photo that the person has added is removed, and the college's is used again. */
  removePhoto: z.boolean().default(false),
  version: z.int().optional(),
});

export const changeEmployeePage = defineCall({
  name: 'changeEmployeePage',
  summary: 'Change what someone else has added to their page, for IT; the person is notified',
  method: 'PUT',
  path: '/api/employee-directory/people/:id',
  access: seeConfidential,
  params,
  body: jsonBody(changedByIt),
  reply: jsonReply(z.object({ data: employeePage })),
  refusals: {
    unknown,
    'own-page': { kind: 'conflict', detail: 'This is your own page. Edit it as your own.' },
    'stale-version': {
      kind: 'conflict',
      detail: 'This page was changed in the meantime. Check what it says now and try again.',
    },
  },
  idempotent: true,
});

export const newCorrection = z.object({
  what: text({ min: 1, max: 1_000, required: 'Enter what is wrong.' }),
});

export const reportCorrection = defineCall({
  name: 'reportCorrection',
  summary: 'Email what is wrong on a page to the person who maintains the directory for that department',
  method: 'POST',
  path: '/api/employee-directory/people/:id/corrections',
  access,
  params,
  body: jsonBody(newCorrection),
  reply: emptyReply,
  refusals: {
    unknown,
    'no-maintainer': {
      kind: 'conflict',
      detail: 'The settings name no one to correct this department. Contact IT.',
    },
    'too-often': {
      kind: 'too-many',
      detail: 'You have sent many reports in the last hour. Try again later, or contact IT.',
    },
  },
  idempotent: true,
});

/** Every call of this tool, for the documents and the access matrix. */
export const employeeDirectoryCalls = {
  listDepartments,
  listEmployeePages,
  readEmployeePage,
  readEmployeePhoto,
  changeOwnPage,
  changeEmployeePage,
  reportCorrection,
};
