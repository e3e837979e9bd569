import { Button } from '@mantine/core';
import { Eye, EyeOff, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { serverNow } from '../../../platform/web/client/server-clock.ts';
import { CopyButton } from '../../../platform/web/feedback/copy-button.tsx';
import { printSheet } from '../../../platform/web/feedback/print-sheet.ts';
import { useCode } from '../../../platform/web/feedback/use-code.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { joinText } from './join-text.ts';
import styles from './key-card.module.css';
import { timeLeft } from './time-left.ts';

interface KeyCardProps {
  network: string;
  password: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
  actions?: ReactNode;
}

/** A key with what people do with it: show, copy, scan, print. */
export function KeyCard({ network, password, expiresAt, actions }: KeyCardProps) {
  const [isShown, setIsShown] = useState(false);
  const code = useCode(joinText(network, password));
  const Drawing = isShown ? EyeOff : Eye;
  const left = timeLeft(Date.parse(expiresAt), serverNow());
  const print = () =>
    void printSheet({
      image: code ?? '',
      lines: [
        { text: 'Scan the code with a phone, or type the key.' },
        { text: `Network: ${network}`, large: true },
        { text: `Key: ${password}`, large: true },
        { text: `Works until ${sayDay(expiresAt)}. Keep this card to yourself.` },
      ],
    });
  return (
    <div className={styles.card}>
      <div className={styles.facts}>
        <dl className={styles.list}>
          <div>
            <dt>Network</dt>
            <dd>
              <span className={styles.network} translate="no">
                {network}
              </span>
            </dd>
          </div>
          <div>
            <dt>Key</dt>
            <dd className={styles.keyLine}>
              <output className={styles.key} translate="no" data-secret data-shown={isShown}>
                {isShown ? <InGroups password={password} /> : <Hidden />}
              </output>
              <span className={styles.keyActions} data-no-print>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-pressed={isShown}
                  leftSection={<Drawing size={15} aria-hidden="true" />}
                  onClick={() => setIsShown(!isShown)}
                >
                  {isShown ? 'Hide' : 'Show'}
                </Button>
                <CopyButton text={password} label="Copy the key" onRefused={() => setIsShown(true)} />
              </span>
            </dd>
          </div>
          <div>
            <dt>Works until</dt>
            <dd>
              <CampusTime value={expiresAt} style="date" /> ({left})
            </dd>
          </div>
        </dl>
        <div className={styles.actions} data-no-print>
          <Button
            variant="default"
            size="sm"
            leftSection={<Printer size={16} aria-hidden="true" />}
            disabled={code === null}
            onClick={print}
          >
            Print card
          </Button>
          {actions}
        </div>
      </div>
      <figure className={styles.code} data-no-print>
        {code === null ? (
          <div className={styles.image} role="status" aria-label="Drawing the QR code" />
        ) : (
          <img
            className={styles.image}
            src={code}
            alt={`QR code to join ${network}`}
            width={224}
            height={224}
            data-secret
          />
        )}
        <figcaption>Scan it with another device to join.</figcaption>
      </figure>
    </div>
  );
}

/** In groups of four, which can be read across a room and still be copied as one word. */
function InGroups({ password }: { password: string }) {
  const groups = password.match(/.{1,4}/g) ?? [password];
  return groups.map((group, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its position
    <span key={place} className={styles.group}>
      {group}
    </span>
  ));
}

function Hidden() {
  return (
    <>
      <span aria-hidden="true">••••••••••••••••</span>
      <span className="quad-heard">hidden</span>
    </>
  );
}

function sayDay(value: string): string {
  const { timeZone } = pageData.campus;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(Date.parse(value));
}
