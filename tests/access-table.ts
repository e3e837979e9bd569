import type { AccessTable } from '../src/platform/server/testing/access-matrix.ts';

const it = ['it', 'it2'];
const committee = ['fgd', 'approver', 'approver2', 'approver3'];
const faculty = ['faculty', ...committee];
const employees = [...it, 'staff', ...faculty, 'reslife', 'business', 'mailroom'];
const members = [...employees, 'student', 'ra'];
const people = [...members, 'volunteer', 'nogroups'];

/**
 * Section 6 of the specification, by hand: which demo people have which permission. Written from the
 * specification, not from campus/access.yaml, so that a mistake in either shows.
 */
export const accessTable: AccessTable = {
  people,
  holders: {
    // "Dashboard, files, help desk, ...": staff, faculty, students, and IT as everywhere.
    'dashboard.open': members,
    'files.open': members,
    // "File management": IT only.
    'files.manage': it,
    // "help desk": staff, faculty, students, and volunteers.
    'help-desk.submit': [...members, 'volunteer'],
    'help-desk.work': it,
    // "The FGD apply, edit and my-applications routes are for IT, faculty and staff."
    'grants.apply': employees,
    // "Canvas grades: Faculty", and IT as everywhere.
    'grades.open': [...it, ...faculty],
    'grades.see-all': it,
    'faculty-growth.open': employees,
    // "View FGD applications", and IT.
    'grants.view': [...it, ...committee],
    // "FGD approver management": IT only.
    'grants.manage': it,
    // "Poster print, mail tile": staff, faculty, students; those who print are the mail room.
    'mail-copy-center.open': members,
    'posters.submit': members,
    'posters.print': [...it, 'mailroom'],
    'information-technology.open': it,
    // "P-Card": Domain-Business, and IT.
    'pcard.process': [...it, 'business'],
    // "Password reset audits, exclusions and eligibility": IT only.
    'password-reset.manage': it,
    // "At the desk": IT, two of them.
    'password-reset.vouch': it,
    'notices.publish': it,
    'notices.emergency': it,
    'people.manage': it,
    'comings-and-goings.manage': it,
    // As everything about the whole portal: IT only.
    'audit.view': it,
    'audit.reveal': it,
    'outgoing-mail.read': it,
    'directory.manage': it,
    // Those whose forms ask for someone: the directory lists what each viewer may see, the picker does not.
    'directory.choose-people': [...it, 'reslife'],
    // FERPA: students are found by those who work with them.
    'directory.see-students': [...it, 'reslife'],
    'queue.manage': it,
    // "Submit RA logs", and the page of tiles for it.
    'ra-logs.submit': [...it, 'reslife', 'ra'],
    'residence-life.open': [...it, 'reslife', 'ra'],
    // "View RA logs (the RA Logs screen requires at least one of)".
    'ra-logs.review': [...it, 'reslife'],
    'service-tokens.manage': it,
    'short-links.manage': it,
    'short-links.own': it,
    'wifi-keys.manage': it,
    'search-report.open': it,
    // "Wi-Fi and help desk": volunteers, besides staff, faculty, and students.
    'wifi-keys.sponsor': employees,
    // "Wi-Fi and help desk": volunteers, beside staff, faculty, and students.
    'wifi-keys.open': [...members, 'volunteer'],
  },
  signedIn: [
    // Their rows decide.
    'readPoster',
    'downloadPoster',
    'readAccount',
    'readUserPhoto',
    'readApiDescription',
    'listNotices',
    // What keeps someone from a page, which is for people without permissions.
    'readMissingAccess',
    // Those for one's own groups.
    'listMyNotices',
    'readMyNotices',
    'dismissNotice',
    'listWaiting',
    'readPins',
    'setPin',
    'arrangePins',
    'findThings',
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
    // Rules about the row: the applicant, the group, or a seat on the list of approvers, whatever the groups.
    'listApplications',
    // Those who may apply, and those who keep the list.
    'listApprovers',
    'readApplicationForm',
    'readDraft',
    'saveDraft',
    'removeDraft',
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
    // Their own, for those who submit tickets, and all of them for the desk.
    'downloadAttachment',
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
    // What is for everyone is on the signed-out home page.
    'listPublicNotices',
    'readNoticeRevision',
  ],
};
