/** Account, name, title, and department of the demo people, as the directory knows them. */
export const known = [
  ['it', 'Iris Thornwell', 'Director of IT', 'Information Technology', 'employee'],
  ['staff', 'Stellan Marbury', 'Office Manager', 'Registrar', 'employee'],
  ['reslife', 'Rosalie Fenn Hale', 'Director of Residence Life', 'Residence Life', 'employee'],
  ['business', 'Bram Castellow', 'Purchasing Specialist', 'Business Office', 'employee'],
  ['faculty', 'Felix Carraway', 'Professor of Mathematics', 'Mathematics', 'employee'],
  ['fgd', 'Fiona Grandel', 'Associate Professor of History', 'History', 'employee'],
  ['approver', 'Abel Provance', 'Professor of Chemistry', 'Chemistry', 'employee'],
  ['student', 'Suna Okello Lind', '', '', 'student'],
  ['ra', 'Arlo Benning', '', '', 'student'],
].map(([account = '', name = '', title = '', department = '', kind]) => ({
  account,
  name,
  title,
  department,
  kind: kind as 'employee' | 'student',
}));

const staff = ['Coordinator', 'Specialist', 'Assistant Director', 'Office Assistant', 'Analyst'];
const office = (name: string, code: string, titles: readonly string[] = staff) => ({ name, code, titles });
const teaching = (name: string, code: string) =>
  office(
    name,
    code,
    ['Professor', 'Associate Professor', 'Assistant Professor', 'Lecturer', 'Lab Coordinator'].map((title) =>
      title.endsWith('Coordinator') ? title : `${title} of ${name}`,
    ),
  );

export const departments = [
  office('Admissions', 'ADM'),
  office('Athletics', 'ATH', ['Head Coach', 'Assistant Coach', 'Athletic Trainer', 'Facilities Coordinator']),
  office('Business Office', 'BUS'),
  office('Campus Safety', 'SAF', ['Officer', 'Dispatcher', 'Sergeant']),
  office('Dining Services', 'DIN', ['Chef', 'Baker', 'Shift Supervisor', 'Cashier']),
  office('Facilities', 'FAC', ['Electrician', 'Carpenter', 'Groundskeeper', 'Custodian', 'Locksmith']),
  office('Financial Aid', 'AID'),
  office('Human Resources', 'HR'),
  office('Information Technology', 'IT', ['Systems Engineer', 'Help Desk Technician', 'Network Engineer']),
  office('Library', 'LIB', ['Librarian', 'Archivist', 'Circulation Assistant']),
  office('Mail & Copy Center', 'MCC'),
  office("President's Office", 'PRE'),
  office('Registrar', 'REG'),
  office('Residence Life', 'RES', ['Area Coordinator', 'Housing Specialist']),
  office('Student Health', 'HLT', ['Nurse', 'Counselor', 'Receptionist']),
  teaching('Biology', 'BIO'),
  teaching('Chemistry', 'CHE'),
  teaching('English', 'ENG'),
  teaching('History', 'HIS'),
  teaching('Mathematics', 'MAT'),
  teaching('Music', 'MUS'),
  teaching('Psychology', 'PSY'),
];

export const givenNames =
  'Alma Anton Beatriz Benedikt Camille Caspian Delia Dorian Edith Emeka Esme Farid Fern Gideon Greta Hana Henrik Ines Isolde Jamal Jorun Kaia Kenji Lachlan Leocadia Linnea Lucien Mabel Malik Marisol Mateo Nadia Niamh Obadiah Odette Orla Pascal Perpetua Quincy Rafaela Ravi Renée Sakura Silas Søren Tamsin Teodor Ulla Uriah Valentina Viggo Wilhelmina Xiomara Yasmin Yusuf Zelda Zoë Ambrose Briony'.split(
    ' ',
  );

export const familyNames =
  'Abernathy Ashdown Aubrey Barrowman Bellweather Birchall Blackwood Bramley Brightwater Callister Carrick Coldbrook Corrigan Dalhart Darrow Delacroix Dunmore Eastwick Ellery Fairbanks Fennimore Fitzroy Garrick Gísladóttir Goldfinch Grantham Greystone Hallowell Harkness Hartwell Hawthorn Holloway Ibarra Ingersoll Jessamy Kestrel Kilbride Lanchester Larkspur Lindqvist Lockhart Maddox Marchbanks Merriweather Montague Müller Nightingale Nordstrom Oakhurst Ottoline Pemberton Penhaligon Quartermaine Ravenscroft Redfern Rosewood Sandoval Sinclair Stonebridge Tallis Thistlewood Underhill Vandermeer Wainwright Whitlock Winterbourne Yarrow'.split(
    ' ',
  );
