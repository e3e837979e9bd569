import type { ReactNode } from 'react';
import type { Ticket } from '../contract/shapes.ts';
import styles from './tickets.module.css';

/** What was chosen on the form. Nothing where nothing was. */
export function TicketFacts({ category, answers }: Pick<Ticket, 'category' | 'answers'>) {
  if (category === null) return null;
  return (
    <dl className={styles.facts}>
      <Fact term="Category">{category}</Fact>
      {answers.map(({ question, answer }) => (
        <Fact key={question} term={question}>
          {answer}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
