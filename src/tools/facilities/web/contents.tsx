import type { Block } from '../contract.ts';
import styles from './contents.module.css';
import { Line } from './line.tsx';

/** Fewer sections are found by looking. */
const fewest = 3;

/** The sections of a long text, beside it where there is room. */
export function Contents({ blocks }: { blocks: readonly Block[] }) {
  const sections = blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []));
  if (sections.length < fewest) return null;
  return (
    <nav className={styles.contents} aria-label="On this page" data-no-print>
      <p className={styles.title}>On this page</p>
      <ul>
        {sections.map(({ id, content }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <Line content={content} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
