import { Button } from '@mantine/core';
import { ExternalLink, Pencil } from 'lucide-react';
import { Fact, Facts } from '../../../platform/ui/facts.tsx';
import { UrlText } from '../../../platform/ui/url-text.tsx';
import { CopyButton } from '../../../platform/web/feedback/copy-button.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Link } from '../contract.ts';
import { LinkCode } from './link-code.tsx';
import styles from './link-details.module.css';
import { LinkHistory } from './link-history.tsx';
import { LinkVisits } from './link-visits.tsx';
import { Expiry } from './links-table.tsx';
import { managersOf } from './owner-groups-field.tsx';
import { readableAddress, shortAddress } from './short-address.ts';
import { TargetCheck } from './target-check.tsx';

/** Everything about one link: its target, its QR code, its visits, its earlier targets. */
export function LinkDetails({ link, onEdit }: { link: Link; onEdit: () => void }) {
  const address = shortAddress(link.shortUrl);
  return (
    <div className={styles.details}>
      <div className={styles.address}>
        <span>{readableAddress(address)}</span>
        <CopyButton text={address} label="Copy the short address" />
      </div>
      <div className={styles.actions}>
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          variant="default"
          size="sm"
          leftSection={<ExternalLink size={16} aria-hidden="true" />}
        >
          Open
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<Pencil size={16} aria-hidden="true" />}
          onClick={onEdit}
        >
          Edit
        </Button>
      </div>
      <Facts>
        <Fact term="Goes to">
          <a href={link.longUrl} target="_blank" rel="noreferrer" className={styles.target} data-says-address>
            <UrlText>{link.longUrl}</UrlText>
          </a>
        </Fact>
        {link.targetCheck !== null && (
          <Fact term="Last check">
            <TargetCheck check={link.targetCheck} />
          </Fact>
        )}
        <Fact term="Expires">
          <Expiry link={link} />
        </Fact>
        <Fact term="Visits">
          {link.visits.toLocaleString('en-US')}
          {link.lastVisitAt !== null && (
            <>
              {', most recently '}
              <CampusTime value={link.lastVisitAt} />
            </>
          )}
        </Fact>
        <Fact term="Managed by">{managersOf(link)}</Fact>
        <Fact term="Added">
          <CampusTime value={link.createdAt} /> by {link.createdBy}
          {link.keptBy !== null && `, now kept by ${link.keptBy}`}
        </Fact>
      </Facts>
      <LinkCode link={link} />
      <LinkVisits link={link} />
      <LinkHistory link={link} />
    </div>
  );
}
