/** The colors and shapes of one drawn portrait. */
export interface Portrait {
  background: [from: string, to: string];
  skin: string;
  hair: string;
  clothes: string;
  style: 'short' | 'bob' | 'bun' | 'curls' | 'bald';
  glasses?: boolean;
}

const hairBehind: Record<Portrait['style'], string> = {
  short: '',
  bald: '',
  bob: '<path d="M23 45c0-36 50-36 50 0 2 12 1 20-3 25H26c-4-5-5-13-3-25z"/>',
  bun: '<circle cx="48" cy="13" r="9"/><path d="M28 44c0-30 40-30 40 0v8H28z"/>',
  curls:
    '<circle cx="30" cy="34" r="10"/><circle cx="66" cy="34" r="10"/><circle cx="39" cy="22" r="11"/><circle cx="57" cy="22" r="11"/><circle cx="27" cy="48" r="8"/><circle cx="69" cy="48" r="8"/>',
};

const hairInFront: Record<Portrait['style'], string> = {
  short: '<path d="M29 42c-3-32 41-32 38 0-3-9-8-14-14-15-8 4-17 4-21 3-2 3-3 7-3 12z"/>',
  bald: '',
  bob: '<path d="M30 43c-1-26 37-26 36 0-5-5-9-10-11-15-6 7-15 10-25 15z"/>',
  bun: '<path d="M30 42c-1-26 37-26 36 0-6-3-11-8-18-15-7 7-12 12-18 15z"/>',
  curls: '<circle cx="40" cy="27" r="7"/><circle cx="50" cy="25" r="7"/><circle cx="58" cy="29" r="6"/>',
};

const glassesShape =
  '<g fill="none" stroke="#2b2f2d" stroke-width="1.6"><circle cx="40.5" cy="46" r="5.2"/><circle cx="55.5" cy="46" r="5.2"/><path d="M45.7 45.4q2.3-1.4 4.6 0"/></g>';

/** An abstract person of few shapes at 96 px, as SVG. Made-up people need a face that belongs to no one. */
export function drawPortrait({ background, skin, hair, clothes, style, glasses }: Portrait): string {
  const [from, to] = background;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="96" height="96" fill="url(#g)"/>
<g fill="${hair}">${hairBehind[style]}</g>
<path d="M14 100c0-21 14-31 34-31s34 10 34 31z" fill="${clothes}"/>
<path d="M40 58h16v13q-8 7-16 0z" fill="${skin}"/>
<path d="M40 64q8 6 16 0v4q-8 5-16 0z" fill="#000" opacity=".12"/>
<ellipse cx="48" cy="46" rx="17.5" ry="20" fill="${skin}"/>
<g fill="${hair}">${hairInFront[style]}</g>
<g fill="#1d1815"><circle cx="41" cy="46" r="1.7"/><circle cx="55" cy="46" r="1.7"/></g>
<path d="M42.5 55.5q5.5 4.6 11 0" fill="none" stroke="#2b2f2d" stroke-width="1.7" stroke-linecap="round" opacity=".75"/>
${glasses === true ? glassesShape : ''}</svg>`;
}
