import type { PageSize } from '../contract/first-page.ts';
import { sizeInWords } from '../contract/poster-size.ts';
import styles from './posters.module.css';

/** An adult of average height, in inches; as wide as the drawing below. */
const person = { height: 66, width: 20 };
const gap = 8;
/** How far above the floor a poster hangs, so that its center is at eye level, or it stands on the floor. */
const eyeHeight = 60;

interface PosterPreviewProps {
  size: PageSize;
  /** The address of a drawing of the page. */
  preview: string | null;
}

/** The poster as it will hang, drawn to scale next to a person. The unit of the drawing is an inch. */
export function PosterPreview({ size, preview }: PosterPreviewProps) {
  const bottom = Math.max(4, eyeHeight - size.height / 2);
  const top = bottom + size.height;
  const height = Math.max(person.height, top) + 4;
  const width = size.width + gap * 2 + person.width;
  const place = { x: 2, y: height - top, width: size.width, height: size.height };
  return (
    <figure className={styles.preview}>
      <svg
        viewBox={`0 0 ${width} ${height + 1}`}
        role="img"
        aria-label={`Page 1 next to a person, to scale: ${sizeInWords(size)}`}
      >
        <rect {...place} className={styles.sheet} />
        {preview !== null && <image href={preview} {...place} preserveAspectRatio="none" />}
        <rect {...place} className={styles.edge} />
        <path
          className={styles.person}
          transform={`translate(${size.width + gap + 2} ${height - person.height})`}
          d="M10 0a4.4 4.8 0 1 1 0 9.6a4.4 4.8 0 1 1 0-9.6zM6 11h8c3.4 0 5.2 2 5.2 5.2V35c0 1.2-.7 2-1.7 2s-1.7-.8-1.7-2V19.5h-.8V63.6c0 1.5-.8 2.4-2 2.4s-2-.9-2-2.4V39.5H9v24.1C9 65.1 8.2 66 7 66s-2-.9-2-2.4V19.5h-.8V35c0 1.2-.7 2-1.7 2S.8 36.2.8 35V16.2C.8 13 2.6 11 6 11z"
        />
        <path className={styles.floor} d={`M0 ${height + 0.3}H${width}`} />
      </svg>
      <figcaption>{sizeInWords(size)}, next to a person of 5 feet 6 inches</figcaption>
    </figure>
  );
}
