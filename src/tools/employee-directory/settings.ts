import { z } from 'zod';

/** What a page can show besides the name and the department. */
const shownFields = [
  'title',
  'email',
  'phone',
  'fax',
  'mailbox',
  'photo',
  'pronouns',
  'room',
  'hours',
  'askAbout',
] as const;
export type ShownField = (typeof shownFields)[number];

export const employeeDirectorySettings = {
  campus: z.strictObject({
    /** What the directory shows of employees; all of it by default. */
    shows: z.array(z.enum(shownFields)).default([...shownFields]),
    /** Who corrects the entries of a department, by its name or its code; `supportContact` without one. */
    maintainers: z.record(z.string().min(1), z.email('Enter an email address.')).default({}),
  }),
  environment: z.object({}),
};
