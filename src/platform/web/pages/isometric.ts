/** A point on the plan: x and y on the ground, z upward, in meters of the drawing. */
type Point = readonly [x: number, y: number, z: number];

const unit = 11;
const across = Math.cos(Math.PI / 6) * unit;
const down = Math.sin(Math.PI / 6) * unit;

/** The place of a point on the sheet, in the drawing's own pixels. */
export function place([x, y, z]: Point): [number, number] {
  return [(x - y) * across, (x + y) * down - z * unit];
}

/** Path data of a closed shape. */
export function shape(...points: readonly Point[]): string {
  const corners = points.map((point) =>
    place(point)
      .map((value) => value.toFixed(1))
      .join(' '),
  );
  return `M${corners.join('L')}Z`;
}

/** A rectangle on the ground. */
export function floor(x: number, y: number, width: number, depth: number): string {
  return shape([x, y, 0], [x + width, y, 0], [x + width, y + depth, 0], [x, y + depth, 0]);
}

export interface Building {
  x: number;
  y: number;
  width: number;
  depth: number;
  height: number;
}

/** The faces of a building with a gabled roof that are seen from the front, each as path data. */
export interface Faces {
  left: string;
  right: string;
  roofFar: string;
  roofNear: string;
  windows: string;
}

const gable = 1.9;
const eaves = 0.35;

export function facesOf({ x, y, width, depth, height: h }: Building): Faces {
  const [right, front, top] = [x + width, y + depth, h + gable];
  const alongX = width >= depth;
  const [midX, midY] = [x + width / 2, y + depth / 2];
  const windows = [
    ...spread(width).map((at) => shape(...pane([x + at, front], h, 'x'))),
    ...spread(depth).map((at) => shape(...pane([right, y + at], h, 'y'))),
  ].join('');
  const [l, r, b, f] = [x - eaves, right + eaves, y - eaves, front + eaves];
  if (alongX) {
    return {
      left: shape([x, front, 0], [right, front, 0], [right, front, h], [x, front, h]),
      right: shape([right, y, 0], [right, front, 0], [right, front, h], [right, midY, top], [right, y, h]),
      roofFar: shape([l, b, h - 0.2], [r, b, h - 0.2], [r, midY, top], [l, midY, top]),
      roofNear: shape([l, f, h - 0.2], [r, f, h - 0.2], [r, midY, top], [l, midY, top]),
      windows,
    };
  }
  return {
    left: shape([x, front, 0], [right, front, 0], [right, front, h], [midX, front, top], [x, front, h]),
    right: shape([right, y, 0], [right, front, 0], [right, front, h], [right, y, h]),
    roofFar: shape([l, b, h - 0.2], [l, f, h - 0.2], [midX, f, top], [midX, b, top]),
    roofNear: shape([r, b, h - 0.2], [r, f, h - 0.2], [midX, f, top], [midX, b, top]),
    windows,
  };
}

/** Where windows are along a wall: every two meters, with a margin at the corners. */
function spread(length: number): number[] {
  const count = Math.max(1, Math.floor((length - 1) / 2.1));
  const step = length / (count + 1);
  return Array.from({ length: count }, (_, index) => step * (index + 1));
}

function pane([x, y]: readonly [number, number], height: number, along: 'x' | 'y'): Point[] {
  const half = 0.36;
  const [low, high] = [height * 0.38, height * 0.72];
  const ends: readonly (readonly [number, number])[] =
    along === 'x'
      ? [
          [x - half, y],
          [x + half, y],
        ]
      : [
          [x, y - half],
          [x, y + half],
        ];
  const [[x1, y1], [x2, y2]] = [ends[0] ?? [x, y], ends[1] ?? [x, y]];
  return [
    [x1, y1, low],
    [x2, y2, low],
    [x2, y2, high],
    [x1, y1, high],
  ];
}
