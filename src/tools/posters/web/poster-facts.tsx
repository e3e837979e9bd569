import { EmailText } from '../../../platform/ui/email-text.tsx';
import { Fact, Facts } from '../../../platform/ui/facts.tsx';
import { sizeInWords as bytesInWords } from '../../../platform/ui/file-size.ts';
import { formatDay } from '../../../platform/ui/zoned-time.ts';
import { sizeInWords } from '../contract/poster-size.ts';
import { inDollars } from '../contract/price.ts';
import type { Poster } from '../contract/shapes.ts';
import styles from './posters.module.css';

/** What was sent. */
export function PosterFacts({ poster }: { poster: Poster }) {
  const { requester, requesterEmail, pages, bytes, notes, department, budgetCode, estimate, hasFile } =
    poster;
  return (
    <Facts>
      {!poster.isOwn && (
        <Fact term="Requester">
          {requester}, <EmailText>{requesterEmail}</EmailText>
        </Fact>
      )}
      <Fact term="Needed by">{formatDay(poster.neededBy)}</Fact>
      <Fact term="Copies">{poster.numberOfCopies}</Fact>
      <Fact term="Size">{sizeInWords(poster)}</Fact>
      <Fact term="Paper and finish">
        {poster.paper}, {poster.finish}
      </Fact>
      {pages > 1 && <Fact term="Pages">{pages}, of which only page 1 is printed</Fact>}
      {department !== '' && <Fact term="Department">{department}</Fact>}
      {budgetCode !== '' && <Fact term="Budget code">{budgetCode}</Fact>}
      {estimate !== null && <Fact term="Estimate">{inDollars(estimate)}</Fact>}
      <Fact term="File">
        {hasFile ? bytesInWords(bytes) : 'Removed, because the request ended some time ago'}
      </Fact>
      {notes !== '' && (
        <Fact term="Notes">
          <span className={styles.text}>{notes}</span>
        </Fact>
      )}
    </Facts>
  );
}
