import { Fact, Facts } from '../../../platform/ui/facts.tsx';
import type { Ticket } from '../contract/shapes.ts';

/** What was chosen on the form. Nothing if nothing was. */
export function TicketFacts({ category, answers }: Pick<Ticket, 'category' | 'answers'>) {
  if (category === null && answers.length === 0) return null;
  return (
    <Facts>
      {category !== null && <Fact term="Category">{category}</Fact>}
      {answers.map(({ question, answer }) => (
        <Fact key={question} term={question}>
          {answer}
        </Fact>
      ))}
    </Facts>
  );
}
