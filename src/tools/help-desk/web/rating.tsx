import { Button } from '@mantine/core';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import type { Ticket } from '../contract/shapes.ts';
import { rateTicket, readTicket } from '../contract.ts';
import styles from './tickets.module.css';

/** Asked once a ticket is solved; the answer can be changed. */
export function Rating({ ticket: { id, helped, can } }: { ticket: Ticket }) {
  const rate = useAction(rateTicket, { invalidates: [readTicket] });
  const say = (answer: boolean) =>
    void rate.run(
      { params: { id }, body: { helped: answer } },
      {
        done: answer || !can.reopen ? 'Thank you' : 'Thank you. Reply below if it still does not work',
        failed: 'Your answer was not saved',
      },
    );
  return (
    <Panel>
      <fieldset className={styles.rating} aria-label="Did this help?">
        <strong>Did this help?</strong>
        <Button
          size="sm"
          variant={helped === true ? 'filled' : 'default'}
          aria-pressed={helped === true}
          leftSection={<ThumbsUp size={16} aria-hidden="true" />}
          onClick={() => say(true)}
        >
          Yes
        </Button>
        <Button
          size="sm"
          variant={helped === false ? 'filled' : 'default'}
          aria-pressed={helped === false}
          leftSection={<ThumbsDown size={16} aria-hidden="true" />}
          onClick={() => say(false)}
        >
          No
        </Button>
      </fieldset>
    </Panel>
  );
}
