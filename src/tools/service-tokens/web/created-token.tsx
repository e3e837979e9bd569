import { Button } from '@mantine/core';
import { Copy } from 'lucide-react';
import { DialogActions } from '../../../platform/ui/dialog.tsx';
import { copyText } from '../../../platform/web/feedback/copy-text.ts';
import type { CreatedToken as Created } from '../contract.ts';
import styles from './created-token.module.css';
import { LastDay } from './last-day.tsx';

interface CreatedTokenProps {
  created: Created;
  onCopied: () => void;
  onDone: () => void;
}

/** A secret that was just created, and how its program uses it. */
export function CreatedToken({ created: { token, secret }, onCopied, onDone }: CreatedTokenProps) {
  const copy = async () => {
    if (await copyText(secret)) onCopied();
  };
  return (
    <div className={styles.created}>
      <p>
        This is the only time that <strong>{token.name}</strong> is shown. Keep it where the program that uses
        it keeps its passwords, and send it with each request:
      </p>
      <output className={styles.secret} translate="no" data-secret>
        {secret}
      </output>
      <p className={styles.header} translate="no">
        <code>Authorization: Bearer {secret.slice(0, 9)}…</code>
      </p>
      <p className={styles.soft}>
        It works through <LastDay token={token} />. Two weeks before it ends, the home page reminds IT.
      </p>
      <DialogActions>
        <Button
          data-autofocus
          leftSection={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          Copy token
        </Button>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}
