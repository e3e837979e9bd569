/** What the made-up people of the demo college ask IT, and what happens next. */
export interface DemoTopic {
  subject: string;
  category: string;
  answers?: readonly { question: string; answer: string }[];
  request: string;
  /** What the desk asks in return. */
  question: string;
  reply: string;
  solution: string;
  note?: string;
}

const place = (answer: string) => [{ question: 'Where are you?', answer }];
const room = (answer: string) => [{ question: 'Which room?', answer }];
const system = (answer: string) => [{ question: 'Which system?', answer }];

export const demoTopics: readonly DemoTopic[] = [
  {
    subject: 'Wi-Fi drops every few minutes',
    category: 'Wi-Fi and network',
    answers: place('Anderson, second floor'),
    request: 'Since Monday my laptop loses the Wi-Fi every few minutes. My phone next to it stays connected.',
    question: 'Thanks for the details. Does it also happen in the library?',
    reply: 'No, the library is fine. It is only in my room.',
    solution: 'We replaced the access point in your hallway. Please join the network once more.',
    note: 'Access point AND-2-07 restarted itself 40 times this week.',
  },
  {
    subject: 'Projector shows no picture',
    category: 'Classroom',
    answers: room('Boone 126'),
    request:
      'The projector is on but stays blue with the HDMI cable. My next class there is tomorrow at 9 am.',
    question: 'Which laptop do you use, and does it show the picture on another screen?',
    reply: 'A college ThinkPad. It works at my desk with the same cable.',
    solution: 'The wall plate was broken, and we replaced it this afternoon. We tested it with a ThinkPad.',
  },
  {
    subject: 'Password does not work after the change',
    category: 'Account and password',
    answers: system('Email'),
    request: 'I changed my password on Friday. The portal accepts it, but email on my phone does not.',
    question: 'Did you enter the new password in the phone settings, too?',
    reply: 'I thought so, but it keeps asking.',
    solution:
      'The phone still had the old account. Remove it and add it again, then it asks for the new password.',
  },
  {
    subject: 'Printer in the copy room jams',
    category: 'Computer or printer',
    answers: room('Strahorn 12'),
    request: 'The large printer jams on every second page. We took out the paper, but it jams again.',
    question: 'Is it every tray or only the lower one?',
    reply: 'Only the lower one.',
    solution: 'We replaced the rollers of the lower tray and printed 100 pages without a jam.',
    note: 'Ordered rollers for the other two printers of this type as well.',
  },
  {
    subject: 'License for statistics software',
    category: 'Software',
    answers: [{ question: 'Which program?', answer: 'SPSS' }],
    request: 'I need SPSS for my research methods course this term. Can it be put on my college laptop?',
    question: 'When does the course start, and do your students need it, too?',
    reply: 'In two weeks, and there are 18 students.',
    solution: 'It is on your laptop now, and the lab computers in Boone 103 have it for your students.',
  },
  {
    subject: 'Canvas course is missing',
    category: 'Account and password',
    answers: system('Canvas'),
    request: 'I registered for MAT-150 yesterday, but the course does not show up in Canvas.',
    question: 'New courses appear the next morning. Is it there now?',
    reply: 'No, I checked again today.',
    solution: 'Your registration was on hold. The registrar released it, and the course is there now.',
  },
  {
    subject: 'Phone on my desk has no dial tone',
    category: 'Something else',
    request: 'The phone in my office has been dead since the move. The display is dark too.',
    question: 'What number is on the wall jack?',
    reply: 'It says B-214.',
    solution: 'The jack was not connected after the move. The phone rings now.',
  },
  {
    subject: 'Game console does not join the network',
    category: 'Wi-Fi and network',
    answers: [...place('Hayman 312'), { question: 'Which device?', answer: 'Game console' }],
    request: 'My console finds the network but says the password is wrong. My laptop works.',
    question: 'Does the console ask for a user name, or just a password?',
    reply: 'Just a password.',
    solution:
      'Use the key from the Wi-Fi page of the portal. A console can use it for as long as the key lasts.',
  },
  {
    subject: 'Shared mailbox for the tutoring center',
    category: 'Account and password',
    answers: system('Email'),
    request: 'We would like one address for the tutoring center that three of us can read.',
    question: 'Who are the three, and who may reply from it?',
    reply: 'All three may reply. I will add their names to the form.',
    solution: 'The mailbox is there. It shows up in Outlook after you restart it.',
  },
  {
    subject: 'Laptop is very slow to start',
    category: 'Computer or printer',
    request:
      'It takes about ten minutes until I can work on my college laptop. It got worse over the last month.',
    question: 'Can you bring it to the help desk? We need it for about an hour.',
    reply: 'I can come on Thursday morning.',
    solution: 'The disk was failing. You have a new one, and your files are back on it.',
    note: 'Four years old. On the list for replacement next summer.',
  },
  {
    subject: 'Cannot open the shared drive from home',
    category: 'Wi-Fi and network',
    answers: place('At home'),
    request: 'The S: drive is not there when I work from home. On campus, it is.',
    question: 'Do you start the VPN first? Its page is under Your Files.',
    reply: "I didn't know I had to.",
    solution: 'With the VPN on, the drive appears within a minute. We added a shortcut to your desktop.',
  },
  {
    subject: 'Microphone in the lecture hall crackles',
    category: 'Classroom',
    answers: room('Langroise 101'),
    request: 'The lapel microphone crackles when I move. Students in the last rows could not follow.',
    question: 'Was it the black or the silver one?',
    reply: 'The silver one.',
    solution: 'We replaced its cable and put fresh batteries in both.',
  },
];

export const demoIncidents = [
  {
    title: 'Wi-Fi is slow in Hayman Hall',
    text: "A switch on the third floor is failing. We'll replace it tonight between 10 p.m. and midnight. The library and the student center are not affected.",
    category: 'Wi-Fi and network',
    state: 'open',
  },
  {
    title: 'Canvas signed people out',
    text: 'A certificate had expired. It was renewed, and sign-in works again.',
    category: 'Account and password',
    state: 'solved',
  },
] as const;
