/** Made-up people and phrases of the demo college. Lists of names whose lengths share no divisor make many pairs. */

const givenNames = [
  'Ada',
  'Bela',
  'Cato',
  'Dara',
  'Edda',
  'Finn',
  'Gita',
  'Hugo',
  'Ines',
  'Juno',
  'Kaya',
  'Levi',
  'Mina',
  'Nilo',
  'Odele',
  'Pax',
  'Quin',
  'Runa',
  'Silas',
  'Tove',
  'Una',
  'Viggo',
  'Wren',
];

const familyNames = [
  'Ashgrove',
  'Birchwater',
  'Cloverdell',
  'Dunmarsh',
  'Elmstead',
  'Fernhollow',
  'Greywick',
  'Hazelmoor',
  'Ironbrook',
  'Junipere',
  'Kestrelby',
  'Larkfield',
  'Mosswell',
  'Nettlecombe',
  'Oakhurstle',
  'Pinebrace',
  'Quillmarsh',
  'Rowanleigh',
  'Sagebridge',
];

/** The email address of the n-th made-up resident assistant. */
export function inventedAssistant(index: number): string {
  const given = givenNames[index % givenNames.length] ?? '';
  const family = familyNames[index % familyNames.length] ?? '';
  const again = Math.floor(index / (givenNames.length * familyNames.length));
  return `${given}.${family}${again === 0 ? '' : again + 1}@sawtooth.example`.toLowerCase();
}

/** The reviewer in the n-th year before now, besides Residence Life's demo person. */
export const inventedReviewers = [
  'odo.brightwater',
  'petra.lindgrove',
  'quincy.marlowe.ash',
  'rhea.stonebeck',
  'soren.halfmoon',
  'tilda.verwick',
];

export const demoAssistant = 'ra@sawtooth.example';
export const demoReviewer = {
  name: 'Rosalie Fenn Hale',
  written: 'rosalie.fenn.hale',
  email: 'reslife@sawtooth.example',
};

/** Those that the form offers come first. */
export const demoBuildings = [
  'Anderson',
  'Finney',
  'Hayman',
  'Simplot',
  'Vorhees',
  'Sawtooth-Owyhee',
  'Mustard',
  'Ketchup',
];
export const offeredBuildings = 5;

export const phrases = {
  safetyConcerns: [
    'Light in the east stairwell flickers.',
    'Side door on the ground floor was propped open; closed it.',
    'Ice on the steps of the back entrance.',
    'Smoke detector in the second-floor lounge chirps.',
    'Extension cords under a rug in the study room.',
    'Laundry room window does not lock.',
    'Loose handrail between the first and the second floor.',
  ],
  warnings: [
    'Asked a room on the third floor to keep it down after quiet hours.',
    'Candle on a window sill, owner put it out.',
    'Reminded a group in the lounge of the guest policy.',
    'Bicycle in front of the exit, tagged.',
    'Second reminder about music after 11 pm.',
  ],
  reports: [
    'Incident report filed about a broken lamp in the hallway.',
    'Campus safety was called for a jammed lock, arrived within ten minutes.',
    'Reported water under the kitchen sink to Facilities.',
    'Lost key reported, resident was let in.',
  ],
  comments: [
    'Quiet night.',
    'All quiet, two residents studying in the lounge.',
    'Movie night in the lounge, about twenty people, all good.',
    'Walked the round with the RA from the next building.',
    'Vending machine on the first floor is empty again.',
    'Basement checked twice, nothing unusual.',
    'Many residents away for the weekend.',
    'Someone left a tray of cookies for the RAs. Thank you!',
  ],
  closingNotes: [
    'Facilities repaired it.',
    'Talked to the residents, resolved.',
    'Checked on site, nothing left to do.',
    'Part ordered and replaced.',
  ],
} as const;
