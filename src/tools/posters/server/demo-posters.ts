import { drawPdf } from './draw-pdf.ts';

export interface DemoPoster {
  title: string;
  fileName: string;
  /** Inches. */
  width: number;
  height: number;
  copies: number;
  department: string;
  notes: string;
  color: readonly [red: number, green: number, blue: number];
}

const green = [0.11, 0.34, 0.29] as const;
const red = [0.63, 0.22, 0.15] as const;
const blue = [0.2, 0.25, 0.37] as const;
const gold = [0.43, 0.29, 0.05] as const;

const poster = (
  title: string,
  fileName: string,
  size: readonly [number, number],
  color: DemoPoster['color'],
  rest: Partial<Pick<DemoPoster, 'copies' | 'department' | 'notes'>> = {},
): DemoPoster => ({
  title,
  fileName,
  width: size[0],
  height: size[1],
  color,
  copies: 1,
  department: '',
  notes: '',
  ...rest,
});

/** What people at the demo college have printed. */
export const demoPosters: readonly DemoPoster[] = [
  poster('Sagebrush and Fire', 'sagebrush-and-fire.pdf', [48, 36], green, { department: 'Biology' }),
  poster('Spring Concert', 'spring-concert.pdf', [24, 36], red, {
    copies: 6,
    department: 'Music',
    notes: 'Please leave a white border for the frames.',
  }),
  poster('Welcome to Hayman Hall', 'hayman-welcome.pdf', [36, 24], gold, {
    copies: 2,
    department: 'Residence Life',
  }),
  poster('Snake River Water Quality', 'water-quality-2026.pdf', [56, 35], blue, { department: 'Chemistry' }),
  poster('Open Mic Night', 'open-mic.pdf', [17, 11], red, { copies: 20 }),
  poster('Career Fair', 'career-fair-banner.pdf', [35, 56], green, {
    copies: 2,
    department: 'Career Center',
    notes: 'For the two stands at the entrance.',
  }),
  poster('Undergraduate Research Day', 'research-day.pdf', [24, 36], blue, {
    copies: 10,
    department: "Dean's Office",
  }),
  poster('Blood Drive', 'blood-drive.pdf', [18, 24], red, { copies: 12, department: 'Student Health' }),
  poster('A Map of Campus Trees', 'campus-trees.pdf', [42, 30], green, { department: 'Facilities' }),
  poster('Theater: The Crucible', 'the-crucible.pdf', [24, 36], gold, { copies: 8, department: 'Theater' }),
  poster('Dark Skies of Idaho', 'dark-skies.pdf', [36, 48], blue, { department: 'Physics' }),
  poster('Intramural Finals', 'intramural-finals.pdf', [18, 24], green, { copies: 15 }),
  poster('Poetry Reading', 'poetry-reading.pdf', [11, 17], gold, { copies: 25, department: 'English' }),
  poster('Library Hours', 'library-hours.pdf', [24, 18], blue, { copies: 4, department: 'Library' }),
  poster('Alumni Weekend', 'alumni-weekend.pdf', [36, 24], red, {
    copies: 3,
    department: 'Alumni Office',
    notes: 'We pick them up on Thursday morning.',
  }),
];

const pointsPerInch = 72;

/** One page of its size, with a band of color and its title. */
export function drawPoster({ title, width, height, color }: DemoPoster): Uint8Array<ArrayBuffer> {
  const [wide, high] = [width * pointsPerInch, height * pointsPerInch];
  // About as wide as the page, whatever the title.
  const size = Math.min(high / 5, (wide * 1.5) / title.length);
  const safe = title.replace(/[\\()]/g, '\\$&');
  const content = [
    `0.96 0.95 0.92 rg 0 0 ${wide} ${high} re f`,
    `${color.join(' ')} rg 0 ${high * 0.62} ${wide} ${high * 0.38} re f`,
    `1 1 1 rg BT /F1 ${size} Tf ${wide * 0.06} ${high * 0.75} Td (${safe}) Tj ET`,
    `${color.join(' ')} rg BT /F1 ${size * 0.4} Tf ${wide * 0.06} ${high * 0.1} Td (Sawtooth College) Tj ET`,
    ...[0.5, 0.42, 0.34].map(
      (at) => `0.8 0.78 0.72 rg ${wide * 0.06} ${high * at} ${wide * 0.6} ${high * 0.03} re f`,
    ),
  ].join('\n');
  return drawPdf({ pages: [{ media: [0, 0, wide, high], content }] });
}
