import { afterAll, beforeAll, expect, test } from 'vitest';
import { placePermissions, places } from '../src/places.ts';
import { readAccount } from '../src/platform/contract/account.ts';
import { groupCalls } from '../src/platform/documents/call-groups.ts';
import { declaredPermissions } from '../src/platform/server/assembly/read-settings.ts';
import { demoPeople } from '../src/platform/server/sign-in/demo/demo-people.ts';
import { type AccessTable, findDeviations, findGaps } from '../src/platform/server/testing/access-matrix.ts';
import { mountedRoutes } from '../src/platform/server/testing/mounted-routes.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';
import { examplesOf } from './examples.ts';

/**
 * Section 6 of the specification, by hand: which demo people have which permission. Written from the
 * specification, not from campus/access.yaml, so that a mistake in either shows.
 */
const table: AccessTable = {
  people: [
    'it',
    'it2',
    'staff',
    'faculty',
    'student',
    'volunteer',
    'reslife',
    'ra',
    'business',
    'mailroom',
    'fgd',
    'approver',
    'approver2',
    'approver3',
    'nogroups',
  ],
  holders: {
    // "Dashboard, files, help desk, ...": staff, faculty, students, and IT as everywhere.
    'dashboard.open': [
      'it',
      'it2',
      'staff',
      'faculty',
      'student',
      'reslife',
      'ra',
      'business',
      'mailroom',
      'fgd',
      'approver',
      'approver2',
      'approver3',
    ],
    'files.open': [
      'it',
      'it2',
      'staff',
      'faculty',
      'student',
      'reslife',
      'ra',
      'business',
      'mailroom',
      'fgd',
      'approver',
      'approver2',
      'approver3',
    ],
    // "File management": IT only.
    'files.manage': ['it', 'it2'],
    // "help desk": staff, faculty, students, and volunteers.
    'help-desk.submit': [
      'it',
      'it2',
      'staff',
      'faculty',
      'student',
      'volunteer',
      'reslife',
      'ra',
      'business',
      'mailroom',
      'fgd',
      'approver',
      'approver2',
      'approver3',
    ],
    'help-desk.work': ['it', 'it2'],
    // "The FGD apply, edit and my-applications routes are for IT, faculty and staff."
    'grants.apply': [
      'it',
      'it2',
      'staff',
      'faculty',
      'reslife',
      'business',
      'mailroom',
      'fgd',
      'approver',
      'approver2',
      'approver3',
    ],
    // "Canvas grades: Faculty", and IT as everywhere.
    'grades.open': ['it', 'it2', 'faculty', 'fgd', 'approver', 'approver2', 'approver3'],
    'grades.see-all': ['it', 'it2'],
    'faculty-growth.open': [
      'it',
      'it2',
      'staff',
      'faculty',
      'reslife',
      'business',
      'mailroom',
      'fgd',
      'approver',
      'approver2',
      'approver3',
    ],
    // "View FGD applications", and IT.
    'grants.view': ['it', 'it2', 'fgd', 'approver', 'approver2', 'approver3'],
    // "FGD approver management": IT only.
    'grants.manage': ['it', 'it2'],
    // "Poster print, mail tile": staff, faculty, students; those who print are the mail room.
    'mail-copy-center.open': [
      'it',
      'it2',
      'staff',
      'faculty',
      'student',
      'reslife',
      'ra',
      'business',
      'mailroom',
      'fgd',
      'approver',
      'approver2',
      'approver3',
    ],
    'posters.submit': [
      'it',
      'it2',
      'staff',
      'faculty',
      'student',
      'reslife',
      'ra',
      'business',
      'mailroom',
      'fgd',
      'approver',
      'approver2',
      'approver3',
    ],
    'posters.print': ['it', 'it2', 'mailroom'],
    'information-technology.open': ['it', 'it2'],
    // "P-Card": Domain-Business, and IT.
    'pcard.process': ['it', 'it2', 'business'],
    // "Password reset audits, exclusions and eligibility": IT only.
    'password-reset.manage': ['it', 'it2'],
    // "At the desk": IT, two of them.
    'password-reset.vouch': ['it', 'it2'],
    'people.manage': ['it', 'it2'],
    'outgoing-mail.read': ['it', 'it2'],
    'directory.manage': ['it', 'it2'],
    // FERPA: students are found by those who work with them.
    'directory.see-students': ['it', 'it2', 'reslife'],
    'queue.manage': ['it', 'it2'],
    // "Submit RA logs", and the page of tiles for it.
    'ra-logs.submit': ['it', 'it2', 'reslife', 'ra'],
    'residence-life.open': ['it', 'it2', 'reslife', 'ra'],
    // "View RA logs (the RA Logs screen requires at least one of)".
    'ra-logs.review': ['it', 'it2', 'reslife'],
    'service-tokens.manage': ['it', 'it2'],
    'short-links.manage': ['it', 'it2'],
    'wifi-keys.manage': ['it', 'it2'],
    'search-report.open': ['it', 'it2'],
    // "Wi-Fi and help desk": volunteers, besides staff, faculty, and students.
    'wifi-keys.sponsor': [
      'it',
      'it2',
      'staff',
      'faculty',
      'reslife',
      'business',
      'mailroom',
      'fgd',
      'approver',
      'approver2',
      'approver3',
    ],
    // "Wi-Fi and help desk": volunteers, beside staff, faculty, and students.
    'wifi-keys.open': [
      'it',
      'it2',
      'staff',
      'faculty',
      'student',
      'volunteer',
      'reslife',
      'ra',
      'business',
      'mailroom',
      'fgd',
      'approver',
      'approver2',
      'approver3',
    ],
  },
  signedIn: [
    // Their rows decide.
    'readPoster',
    'downloadPoster',
    'readAccount',
    'readUserPhoto',
    'readApiDescription',
    'listNotices',
    'listWaiting',
    'savePins',
    'findPeople',
    'listDepartments',
    // One's own page alone is changed; what an employee shares decides about the rest.
    'listEmployeePages',
    'readEmployeePage',
    'readEmployeePhoto',
    'changeOwnPage',
    'reportCorrection',
    'listOwnSessions',
    'endOwnSession',
    'endOtherSessions',
    // One's own, with the current password.
    'changeOwnPassword',
    'listNotifications',
    'saveNotification',
    // "Employee directory, Facilities pages, Support index: any signed-in user".
    'readFacilitiesPage',
    'revealFacilitiesSecret',
    'listBuildings',
    // A follow-up that was assigned to them: a rule about the row, as `server/rules.ts` of the tool says.
    'listMyFollowUps',
    'closeFollowUp',
    // The rule of the file decides, including for volunteers.
    // Rules about the row: the applicant, the group, or a seat on the list of approvers, whatever the groups.
    'listApplications',
    'readApplication',
    'editApplication',
    'approveApplication',
    'declineApplication',
    'recuseFromApplication',
    'writeMessage',
    'submitReport',
    'decideReport',
    'addAttachments',
    'downloadGrantFile',
    'removeAttachment',
    // The rule of the file decides, volunteers included.
    'downloadFile',
    'followFile',
  ],
  public: [
    'startSignIn',
    'submitSignIn',
    'finishSignIn',
    'receiveResponse',
    'readMetadata',
    'singleLogout',
    'logout',
    'confirmLogout',
    'resolveLink',
    'followLink',
    // "Password reset page: public"; the link of the email is what lets one in.
    'readResetForm',
    'readCaptchaChallenge',
    'attemptReset',
    'openResetLink',
    'setPassword',
  ],
};

const calls = groupCalls(serverTools).flatMap((group) => group.calls);
let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({ tools: serverTools, places, placePermissions });
});
afterAll(() => server.stop());

test('the table has every demo person', () => {
  const keys = demoPeople.flatMap(({ people }) => people.map(({ key }) => key));
  expect(keys.toSorted()).toEqual(table.people.toSorted());
});

test('the table covers every call and every permission', () => {
  const declared = declaredPermissions({ tools: serverTools, placePermissions });
  expect(findGaps(calls, declared, table)).toEqual([]);
});

test('everything that responds below /api, and everything that writes, is a declared call', () => {
  const declared = calls.map(({ method, path }) => `${method} ${path}`);
  const routes = mountedRoutes(server.quad.app).filter(({ method }) => method !== 'HEAD');
  const mounted = routes
    .filter(({ method, path }) => method !== 'GET' || /^\/(api|r|files)\//.test(path))
    // The same address with a trailing slash is the same call.
    // An id outside of /api only matches a UUID.
    .map(({ method, path }) => `${method} ${path.replace(/\/$/, '').replace(/\(.*?\)/, '')}`);
  expect([...new Set(mounted)].toSorted()).toEqual(declared.toSorted());
});

// Each person sends each call, so it takes longer with every tool.
test('every call is open to the people of the table and to no one else', { timeout: 300_000 }, async () => {
  expect(await findDeviations(server, calls, table, examplesOf('bodies'))).toEqual([]);
});

test('every person gets exactly the permissions of the table', async () => {
  for (const person of table.people) {
    const { body } = await (await server.signIn(person)).send(readAccount);
    const held = Object.entries(table.holders).filter(([, people]) => people.includes(person));
    expect({ person, permissions: body.permissions.toSorted() }).toEqual({
      person,
      permissions: held.map(([permission]) => permission).toSorted(),
    });
  }
});
