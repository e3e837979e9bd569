import { ArrowUpRight, ChevronRight, Pencil, QrCode, Trash2 } from 'lucide-react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { RowActions } from '../../../platform/ui/row-actions.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { UrlText } from '../../../platform/ui/url-text.tsx';
import { CopyButton } from '../../../platform/web/feedback/copy-button.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Link } from '../contract.ts';
import { ordersOf, titleOf } from './link-orders.ts';
import styles from './links-table.module.css';
import { readableAddress, shortAddress } from './short-address.ts';

interface LinksTableProps {
  links: readonly Link[];
  onDetails: (link: Link) => void;
  onEdit: (link: Link) => void;
  onDelete: (link: Link) => void;
  order: string;
  onOrder: (order: string) => void;
}

export function LinksTable({ links, onDetails, onEdit, onDelete, order, onOrder }: LinksTableProps) {
  const columns: Column<Link>[] = [
    {
      title: 'Short URL',
      width: 'fit',
      orders: ordersOf('shortUrl', '-shortUrl'),
      cell: (link) => (
        <span className={styles.name}>
          <button
            type="button"
            className={styles.open}
            data-prints
            title={link.shortUrl}
            onClick={() => onDetails(link)}
          >
            <span className={styles.prefix}>/r/</span>
            {link.shortUrl}
            <ChevronRight size={15} className={styles.opens} aria-hidden="true" />
          </button>
          <CopyButton
            text={shortAddress(link.shortUrl)}
            label={`Copy the short address /r/${link.shortUrl}`}
            onRefused={() => onDetails(link)}
          />
        </span>
      ),
    },
    {
      title: 'Long URL',
      width: 'rest',
      cell: (link) => (
        <span className={styles.goes}>
          <a
            href={link.longUrl}
            target="_blank"
            rel="noreferrer"
            title={link.longUrl}
            className={styles.target}
            data-says-address
          >
            <span className={styles.address}>
              <UrlText>{readableAddress(link.longUrl)}</UrlText>
            </span>
            <ArrowUpRight size={15} className={styles.leaves} aria-hidden="true" />
          </a>
          {link.targetCheck?.brokenSince && <Tag tone="bad">Broken target</Tag>}
        </span>
      ),
    },
    {
      title: 'Visits',
      width: 'fit',
      align: 'end',
      orders: ordersOf('-visits', 'visits'),
      cell: (link) => link.visits.toLocaleString('en-US'),
    },
    {
      title: 'Expiration Date',
      width: 'fit',
      orders: ordersOf('expirationDate', '-expirationDate'),
      cell: (link) => <Expiry link={link} />,
    },
    {
      title: 'Actions',
      width: 'fit',
      unlabeled: true,
      cell: (link) => (
        <RowActions>
          <IconButton label={`QR code and visits of /r/${link.shortUrl}`} onClick={() => onDetails(link)}>
            <QrCode size={17} aria-hidden="true" />
          </IconButton>
          <IconButton label={`Edit /r/${link.shortUrl}`} onClick={() => onEdit(link)}>
            <Pencil size={17} aria-hidden="true" />
          </IconButton>
          {link.can.delete && (
            <IconButton label={`Delete /r/${link.shortUrl}`} tone="danger" onClick={() => onDelete(link)}>
              <Trash2 size={17} aria-hidden="true" />
            </IconButton>
          )}
        </RowActions>
      ),
    },
  ];
  return (
    <DataTable
      caption={`Short links, ${titleOf(order).toLowerCase()}`}
      columns={columns}
      rows={links}
      keyOf={({ _id }) => _id}
      order={order}
      onOrder={onOrder}
    />
  );
}

/** When a link ends, and whether it has. */
export function Expiry({ link }: { link: Pick<Link, 'expirationDate' | 'expired'> }) {
  if (link.expirationDate === null) return <span className={styles.never}>Never</span>;
  return (
    <span className={styles.expiry}>
      <CampusTime value={link.expirationDate} />
      {link.expired && <Tag>Expired</Tag>}
    </span>
  );
}
