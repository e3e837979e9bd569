import { Button } from '@mantine/core';
import { Contact, Flag, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { initialsOf } from '../../../platform/contract/initials.ts';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { joinParts } from '../../../platform/ui/join-parts.ts';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { PrintButton } from '../../../platform/ui/print-button.tsx';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { useTitle } from '../../../platform/web/routes/title.ts';
import type { EmployeePage } from '../contract.ts';
import { EmailLink, PhoneLink } from './contact-links.tsx';
import { photoAddress } from './employee-pages.ts';
import { fullName } from './filter.ts';
import styles from './person-page.module.css';
import { saveContact } from './save-contact.ts';

const EditPageDialog = lazyDialog(async () => (await import('./page-dialogs.tsx')).EditPageDialog);
const ChangeDialog = lazyDialog(async () => (await import('./page-dialogs.tsx')).ChangeDialog);
const CorrectionDialog = lazyDialog(async () => (await import('./page-dialogs.tsx')).CorrectionDialog);

export function PersonPage({ page }: { page: EmployeePage }) {
  const [dialog, setDialog] = useState<'edit' | 'change' | 'correct' | null>(null);
  const close = () => setDialog(null);
  const name = fullName(page);
  const { own } = page;
  useTitle(name);
  return (
    <>
      <div className={styles.head}>
        <Portrait page={page} />
        <PageHeading
          lead={joinParts([page.title, page.department, page.pronouns])}
          actions={
            <Buttons>
              {own !== null && (
                <Button
                  leftSection={<Pencil size={16} aria-hidden="true" />}
                  onClick={() => setDialog('edit')}
                >
                  Edit your page
                </Button>
              )}
              {page.edit !== null && (
                <Button
                  variant="default"
                  leftSection={<Pencil size={16} aria-hidden="true" />}
                  onClick={() => setDialog('change')}
                >
                  Edit this page
                </Button>
              )}
              <Button
                variant="default"
                leftSection={<Contact size={16} aria-hidden="true" />}
                onClick={() => saveContact(page, page.department)}
              >
                Save contact
              </Button>
              <PrintButton />
            </Buttons>
          }
        >
          {name}
        </PageHeading>
      </div>
      <Facts page={page} />
      {own !== null && <p className={styles.note}>{whoSees[own.audience]}</p>}
      {page.can.correct && (
        <div className={styles.correct} data-no-print>
          <Button
            variant="subtle"
            leftSection={<Flag size={16} aria-hidden="true" />}
            onClick={() => setDialog('correct')}
          >
            Report a mistake
          </Button>
        </div>
      )}
      {own !== null && <EditPageDialog page={page} open={dialog === 'edit'} onClose={close} />}
      {page.edit !== null && <ChangeDialog page={page} open={dialog === 'change'} onClose={close} />}
      <CorrectionDialog page={page} open={dialog === 'correct'} onClose={close} />
    </>
  );
}

const whoSees = {
  employees: 'Only employees see your photo and what you add. Everyone who signs in sees the rest.',
  everyone: 'Everyone who signs in sees your photo and what you add.',
};

function Portrait({ page }: { page: EmployeePage }) {
  const photo = photoAddress(page);
  if (photo === null)
    return (
      <span className={styles.portrait} aria-hidden="true">
        {initialsOf(fullName(page))}
      </span>
    );
  return (
    <img className={styles.portrait} src={photo} alt={`${fullName(page)}, portrait`} width={96} height={96} />
  );
}

function Facts({ page }: { page: EmployeePage }) {
  const { email, ext, fax, box_number, room, hours, askAbout } = page;
  const facts: [string, string, ReactNode][] = [
    ['Email', email, <EmailLink key="email" email={email} />],
    ['Phone', ext, <PhoneLink key="phone" number={ext} copy />],
    ['Fax', fax, fax],
    ['Mailbox', box_number, box_number],
    ['Room', room, room],
    ['Hours', hours, hours],
    ['Ask me about', askAbout, askAbout],
  ];
  const known = facts.filter(([, value]) => value !== '');
  return (
    <Panel>
      {known.length === 0 ? (
        <p className={styles.nothing}>The directory has nothing else about this person.</p>
      ) : (
        <dl className={styles.facts}>
          {known.map(([term, , shown]) => (
            <div key={term} className={styles.fact}>
              <dt>{term}</dt>
              <dd>{shown}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
