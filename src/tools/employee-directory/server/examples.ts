import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import { listEmployeePages } from '../contract.ts';
import { employeeDirectory } from '../tool.ts';

export const examples: ToolExamples = {
  found: { 'employee-directory.employees': ({ key }) => ({ params: { id: key } }) },
  bodies: {
    changeOwnPage: {
      pronouns: '',
      room: 'Library 204',
      hours: 'Monday to Thursday, 9 a.m. to noon',
      askAbout: 'Transcripts',
      audience: 'everyone',
      photoChoice: 'college',
    },
    changeEmployeePage: { pronouns: '', room: 'Library 204', hours: '', askAbout: '' },
    reportCorrection: { what: 'The extension is 5102.' },
  },
  async known({ send }) {
    const { data } = await send('it', listEmployeePages);
    return { id: data.slice(0, 20).map(({ id }) => id) };
  },
  states: [
    { name: 'search', path: `${employeeDirectory.screens.directory.path}?name=thorn`, person: 'student' },
    {
      name: 'no one found',
      path: `${employeeDirectory.screens.directory.path}?name=zzzz`,
      person: 'student',
    },
    {
      name: 'own page',
      path: `${employeeDirectory.screens.directory.path}/me`,
      person: 'faculty',
    },
    {
      name: 'edit own page',
      path: `${employeeDirectory.screens.directory.path}/me`,
      person: 'faculty',
      steps: [{ press: 'Edit your page' }],
    },
  ],
};
