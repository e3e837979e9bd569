/** A made-up link of the demo college. */
export interface DemoLink {
  shortUrl: string;
  longUrl: string;
  /** Days from now; negative when it has expired. */
  expiresInDays?: number;
  /** Visits on an ordinary weekday. */
  perDay: number;
  /** Added by someone who has left since (`demo-leaver.ts`). */
  byLeaver?: true;
  /** How many days ago, up to 60, it was first shared. */
  ageInDays: number;
}

const site = 'https://www.sawtooth.example';

export const demoLinks: readonly DemoLink[] = [
  { shortUrl: 'library-hours', longUrl: `${site}/library/hours`, perDay: 42, ageInDays: 60 },
  {
    shortUrl: 'dining-menu',
    longUrl: 'https://dining.sawtooth.example/menus/this-week',
    perDay: 96,
    ageInDays: 60,
  },
  {
    shortUrl: 'orientation',
    longUrl: `${site}/admissions/orientation/schedule`,
    expiresInDays: 45,
    perDay: 31,
    ageInDays: 38,
  },
  {
    shortUrl: 'parking',
    longUrl: `${site}/campus-life/parking?utm_source=mailing`,
    perDay: 18,
    ageInDays: 60,
  },
  {
    shortUrl: 'career-fair',
    longUrl: 'https://events.sawtooth.example/career-fair/register',
    expiresInDays: -6,
    perDay: 54,
    ageInDays: 35,
  },
  { shortUrl: 'Wellness', longUrl: `${site}/health/counseling/appointments`, perDay: 14, ageInDays: 60 },
  {
    shortUrl: 'finals',
    longUrl: `${site}/registrar/final-exams`,
    expiresInDays: 28,
    perDay: 61,
    ageInDays: 21,
  },
  { shortUrl: 'transcripts', longUrl: `${site}/registrar/transcripts/order`, perDay: 11, ageInDays: 60 },
  {
    shortUrl: 'fafsa-night',
    longUrl: 'https://events.sawtooth.example/financial-aid/evening',
    expiresInDays: -19,
    perDay: 23,
    ageInDays: 44,
  },
  { shortUrl: 'tutoring', longUrl: `${site}/learning-center/tutoring`, perDay: 17, ageInDays: 60 },
  {
    shortUrl: 'shuttle',
    longUrl: 'https://maps.sawtooth.example/shuttle?line=campus',
    perDay: 38,
    ageInDays: 52,
  },
  { shortUrl: 'room-booking', longUrl: 'https://rooms.sawtooth.example/book', perDay: 21, ageInDays: 60 },
  {
    shortUrl: 'open-mic',
    longUrl: 'https://events.sawtooth.example/student-union/open-mic',
    expiresInDays: 3,
    perDay: 12,
    ageInDays: 9,
  },
  {
    shortUrl: 'alumni-survey',
    longUrl: 'https://survey.sawtooth.example/alumni?wave=autumn',
    expiresInDays: -2,
    perDay: 27,
    ageInDays: 30,
  },
  {
    shortUrl: 'move-in',
    longUrl: `${site}/residence-life/move-in`,
    expiresInDays: -41,
    perDay: 70,
    ageInDays: 60,
  },
  {
    shortUrl: 'intramurals',
    longUrl: `${site}/recreation/intramurals/sign-up`,
    expiresInDays: 70,
    perDay: 9,
    ageInDays: 33,
  },
  {
    shortUrl: 'art-walk',
    longUrl: 'https://events.sawtooth.example/gallery/art-walk',
    expiresInDays: 11,
    perDay: 6,
    ageInDays: 14,
  },
  { shortUrl: 'scholarships', longUrl: `${site}/financial-aid/scholarships`, perDay: 25, ageInDays: 60 },
  { shortUrl: 'printing', longUrl: `${site}/it/printing`, perDay: 33, ageInDays: 60 },
  {
    shortUrl: 'bookstore',
    longUrl: 'https://store.sawtooth.example/textbooks',
    perDay: 19,
    byLeaver: true,
    ageInDays: 60,
  },
  {
    shortUrl: 'choir-concert',
    longUrl: 'https://events.sawtooth.example/music/choir',
    expiresInDays: 16,
    perDay: 8,
    ageInDays: 12,
  },
  {
    shortUrl: 'study_abroad',
    longUrl: `${site}/global/study-abroad#deadlines`,
    byLeaver: true,
    expiresInDays: 90,
    perDay: 10,
    ageInDays: 49,
  },
  { shortUrl: 'snow-day', longUrl: `${site}/alerts/closures`, perDay: 3, ageInDays: 27 },
  {
    shortUrl: 'flu-shots',
    longUrl: `${site}/health/clinic/vaccinations`,
    expiresInDays: -12,
    perDay: 16,
    ageInDays: 50,
  },
  { shortUrl: 'ride-share', longUrl: 'https://rides.sawtooth.example/board', perDay: 0, ageInDays: 2 },
];
