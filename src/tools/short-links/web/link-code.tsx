import { Button } from '@mantine/core';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../../platform/web/client/request.ts';
import { DownloadButton } from '../../../platform/web/feedback/download-button.tsx';
import { printSheet } from '../../../platform/web/feedback/print-sheet.ts';
import { drawLinkCode, type Link } from '../contract.ts';
import { DetailsSection } from './details-section.tsx';
import styles from './link-code.module.css';
import { readableAddress, shortAddress } from './short-address.ts';

/** The QR code, to view, save, and print. Always dark on white: cameras fail on inverted codes. */
export function LinkCode({ link }: { link: Link }) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const params = { id: link._id };
  const source = addressOf(drawLinkCode, { params, query: { format: 'svg' } });
  const address = shortAddress(link.shortUrl);
  const look = {
    size: 'sm',
    variant: 'default',
    leftSection: <Download size={16} aria-hidden="true" />,
  } as const;

  if (failed) {
    const retry = () => {
      setFailed(false);
      setAttempt(attempt + 1);
    };
    return (
      <DetailsSection title="QR code">
        <p role="alert" className={styles.failed}>
          The QR code could not be drawn.{' '}
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try again
          </Button>
        </p>
      </DetailsSection>
    );
  }
  return (
    <DetailsSection title="QR code">
      <div className={styles.code}>
        <img
          key={attempt}
          className={styles.image}
          src={attempt === 0 ? source : `${source}&attempt=${attempt}`}
          alt={`QR code of ${address}`}
          width={224}
          height={224}
          onError={() => setFailed(true)}
        />
        <div className={styles.buttons}>
          <DownloadButton
            {...look}
            contract={drawLinkCode}
            request={{ params, query: { format: 'svg' } }}
            fileName={`${link.shortUrl}.svg`}
          >
            SVG
          </DownloadButton>
          <DownloadButton
            {...look}
            contract={drawLinkCode}
            request={{ params, query: { format: 'png' } }}
            fileName={`${link.shortUrl}.png`}
          >
            PNG
          </DownloadButton>
          <Button
            size="sm"
            variant="default"
            leftSection={<Printer size={16} aria-hidden="true" />}
            onClick={() =>
              void printSheet({ image: source, lines: [{ text: readableAddress(address), large: true }] })
            }
          >
            Print
          </Button>
        </div>
      </div>
    </DetailsSection>
  );
}
