import styles from './courtyard-drawing.module.css';
import { type Building, facesOf, floor, place, shape } from './isometric.ts';

/** The mark of the product as a place: four houses like a pinwheel around a lawn, from back to front. */
const buildings: readonly Building[] = [
  { x: 2, y: 2, width: 19, depth: 7, height: 4.2 },
  { x: 2, y: 11, width: 7, depth: 19, height: 3.4 },
  { x: 23, y: 2, width: 7, depth: 19, height: 3.8 },
  { x: 11, y: 23, width: 19, depth: 7, height: 3 },
];

const lawns = [
  floor(11, 11, 4.3, 4.3),
  floor(16.7, 11, 4.3, 4.3),
  floor(11, 16.7, 4.3, 4.3),
  floor(16.7, 16.7, 4.3, 4.3),
];

type Tree = readonly [x: number, y: number, height: number];
const farTrees: readonly Tree[] = [
  [4.5, -1.6, 3.6],
  [9, -2.4, 4.6],
  [14, -1.6, 3.2],
  [18.5, -2.2, 3.8],
  [-1.6, 5, 3.4],
  [-2.4, 9.5, 4.4],
  [-1.6, 14, 3],
  [-2.2, 26, 3.6],
];
const courtyardTrees: readonly Tree[] = [
  [12.2, 12.2, 2.4],
  [19.4, 12.4, 2],
  [12.6, 19.2, 2],
];
const nearTrees: readonly Tree[] = [
  [33.4, 5, 3],
  [34, 9.5, 4],
  [33.2, 14, 3],
  [34.2, 24.5, 3.6],
  [8, 33.4, 3],
  [13, 34.2, 4.2],
  [17.5, 33.2, 3],
  [33.6, 33.4, 3.4],
];

const [low, high] = [-4.5, 36.5];
const thickness = -1.1;
const plateLeft = shape([low, high, 0], [high, high, 0], [high, high, thickness], [low, high, thickness]);
const plateRight = shape([high, low, 0], [high, high, 0], [high, high, thickness], [high, low, thickness]);

export function CourtyardDrawing() {
  const [back, left, right, front] = buildings.map((building) => (
    <House key={building.x + building.y} {...building} />
  ));
  const [centreX, centreY] = place([16, 16, 0]);
  return (
    <svg viewBox="-400 -118 800 542" className={styles.drawing} aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="courtyard-haze" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0.3" className={styles.hazeClear} />
          <stop offset="1" className={styles.hazeThick} />
        </linearGradient>
      </defs>
      <circle cx="196" cy="-42" r="38" className={styles.sun} />
      <path
        className={styles.farRidge}
        d="M-330 140-270 66-250 82-206 14-182 42-150-22-122 16-84-74-58-36-38-58 4 6 38-24 72 16 108-28 146 32 176 4 214 62 244 36 330 140Z"
      />
      <path
        className={styles.ridge}
        d="M-372 150-318 96-296 112-248 48-214 88-176 40-128 96-84 60-30 104 20 62 74 108 130 50 166 88 208 46 250 104 286 80 372 150Z"
      />
      <path fill="url(#courtyard-haze)" d="M-400-80H400V160H-400Z" />
      <path className={styles.plateLeft} d={plateLeft} />
      <path className={styles.plateRight} d={plateRight} />
      <path className={styles.ground} d={floor(low, low, high - low, high - low)} />
      <path className={styles.paving} d={floor(0.6, 0.6, 30.8, 30.8)} />
      {lawns.map((lawn) => (
        <path key={lawn} className={styles.lawn} d={lawn} />
      ))}
      <ellipse className={styles.plaza} cx={centreX} cy={centreY} rx="31" ry="18" />
      <ellipse className={styles.lawn} cx={centreX} cy={centreY} rx="15" ry="8.7" />
      <Trees trees={farTrees} />
      {back}
      {left}
      {right}
      <Trees trees={courtyardTrees} />
      {front}
      <Trees trees={nearTrees} />
    </svg>
  );
}

function House(building: Building) {
  const { left, right, roofFar, roofNear, windows } = facesOf(building);
  const { x, y, width, depth } = building;
  return (
    <g>
      <path className={styles.shadow} d={floor(x, y, width + 1.1, depth + 1.1)} />
      <path className={styles.wallLeft} d={left} />
      <path className={styles.wallRight} d={right} />
      <path className={styles.windows} d={windows} />
      <path className={styles.roofFar} d={roofFar} />
      <path className={styles.roofNear} d={roofNear} />
    </g>
  );
}

function Trees({ trees }: { trees: readonly Tree[] }) {
  return trees.map(([x, y, height]) => {
    const [cx, foot] = place([x, y, 0]);
    const [, tip] = place([x, y, height]);
    const half = height * 3.1;
    return (
      <g key={`${x} ${y}`}>
        <ellipse className={styles.shadow} cx={cx + 2} cy={foot} rx={half} ry={half / 2.4} />
        <path className={styles.treeLight} d={`M${cx} ${tip}L${cx - half} ${foot}H${cx}Z`} />
        <path className={styles.treeDark} d={`M${cx} ${tip}L${cx + half} ${foot}H${cx}Z`} />
      </g>
    );
  });
}
