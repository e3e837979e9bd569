import styles from './courtyard-drawing.module.css';
import { type Building, facesOf, floor, place } from './isometric.ts';

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
  [-2, 5, 3.4],
  [-3.4, 9, 4.2],
  [-2.4, 13, 3],
  [5, -2, 3.6],
  [9.5, -3.4, 4.4],
  [14, -2.4, 3.2],
  [19, -3, 3.8],
];
const courtyardTrees: readonly Tree[] = [
  [12.2, 12.2, 2.4],
  [19.4, 12.4, 2],
  [12.6, 19.2, 2],
];
const nearTrees: readonly Tree[] = [
  [33, 10, 3],
  [34, 14.5, 3.8],
  [33.2, 19, 2.8],
  [9, 33.4, 3.2],
  [14, 34.2, 4],
  [18.5, 33.2, 2.8],
  [32.6, 31.6, 3],
];

export function CourtyardDrawing() {
  const [back, left, right, front] = buildings.map((building) => <House key={building.x + building.y} {...building} />);
  const [centreX, centreY] = place([16, 16, 0]);
  return (
    <svg viewBox="-350 -110 700 560" className={styles.drawing} aria-hidden="true" focusable="false">
      <circle cx="168" cy="-22" r="40" className={styles.sun} />
      <path className={styles.farRidge} d="M-350 96 -282 34-246 62-196-8-160 30-128 2-84 58-46 22-6 66 40 14 78 48 128-14 170 40 204 12 250 66 292 34 350 92V190H-350Z" />
      <path className={styles.ridge} d="M-350 132-306 96-262 124-216 70-172 112-118 84-70 128-18 92 34 130 86 84 136 120 190 74 238 118 286 90 350 136V230H-350Z" />
      <path className={styles.ground} d={floor(-5, -5, 42, 42)} />
      <path className={styles.paving} d={floor(0.6, 0.6, 30.8, 30.8)} />
      {lawns.map((lawn) => (
        <path key={lawn} className={styles.lawn} d={lawn} />
      ))}
      <ellipse className={styles.plaza} cx={centreX} cy={centreY} rx="31" ry="18" />
      <ellipse className={styles.lawn} cx={centreX} cy={centreY} rx="15" ry="8.700" />
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
  return (
    <g className={styles.house}>
      <path className={styles.shadow} d={floor(building.x, building.y, building.width + 1.1, building.depth + 1.1)} />
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
