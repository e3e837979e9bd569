import { useEffect, useState } from 'react';
import type { Block } from '../../contract/texts.ts';
import styles from './contents.module.css';
import { Line } from './line.tsx';

/** Fewer sections are easy to find without a list. */
const fewest = 3;

/** The sections of a long text, next to it if there is room. */
export function Contents({ blocks }: { blocks: readonly Block[] }) {
  const sections = blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []));
  const current = useCurrentSection(sections.map(({ id }) => id));
  if (sections.length < fewest) return null;
  return (
    <nav className={styles.contents} aria-label="On this page" data-no-print>
      <p className={styles.title}>On this page</p>
      <ul>
        {sections.map(({ id, content }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              <Line content={content} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A section counts as read once its heading has come this far up the window. */
const readingLine = 0.3;

/** The section that is being read: the last one whose heading has passed the reading line. */
function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const key = ids.join(' ');
  useEffect(() => {
    const headings = key.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const look = () => {
      const line = window.innerHeight * readingLine;
      const { scrollHeight, clientHeight } = document.documentElement;
      // The last sections may be too short to come up that far.
      const isAtEnd = window.scrollY > 0 && window.scrollY + clientHeight >= scrollHeight - 2;
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= line);
      setCurrent((isAtEnd ? headings : passed).at(-1)?.id ?? headings[0]?.id);
    };
    look();
    const watching = new AbortController();
    window.addEventListener('scroll', look, { passive: true, signal: watching.signal });
    window.addEventListener('resize', look, { passive: true, signal: watching.signal });
    return () => watching.abort();
  }, [key]);
  return current;
}
