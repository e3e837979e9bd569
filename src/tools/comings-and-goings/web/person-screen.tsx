import { Button } from '@mantine/core';
import { UserX } from 'lucide-react';
import { useState } from 'react';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { EmptyState } from '../../../platform/ui/empty-state.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { Sections } from '../../../platform/ui/sections.tsx';
import { StateNotice } from '../../../platform/ui/state-notice.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { isGone } from '../../../platform/web/feedback/is-gone.ts';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import { PagePending } from '../../../platform/web/feedback/page-pending.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { ScreenProps } from '../../../platform/web/routes/web-tool.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { type PersonBelongings, readBelongings } from '../contract.ts';
import { comingsAndGoings } from '../tool.ts';
import { sayCause } from './departure-words.ts';
import { KindSection } from './kind-section.tsx';
import type { Selection } from './selection.ts';
import { useDecide } from './use-decide.ts';

const HandOverDialog = lazyDialog(async () => (await import('./hand-over-dialog.tsx')).HandOverDialog);

/** What one person owns in each tool: hand it over, all or some, or end it. */
export function Screen({ params: { id } }: ScreenProps<'id'>) {
  const answer = useCall(readBelongings, { params: { id } });
  const belongings = answer.data?.data;
  if (belongings === undefined || isGone(answer)) {
    return (
      <PagePending
        answer={answer}
        heading={comingsAndGoings.screens.person.title}
        what="what this person owns"
        missing={
          <PageNotice title="Person not found" icon={<UserX />}>
            <p>
              Or they have never signed in.{' '}
              <AppLink to={comingsAndGoings.screens.departures.path}>Comings and Goings</AppLink>
            </p>
          </PageNotice>
        }
      />
    );
  }
  return <Shown belongings={belongings} />;
}

function Shown({ belongings }: { belongings: PersonBelongings }) {
  const { person, kinds } = belongings;
  const [giving, setGiving] = useState<Selection | null>(null);
  const all = kinds
    .filter(({ can }) => can.handOver)
    .map((kind) => ({ kind, keys: kind.things.map(({ key }) => key) }));
  return (
    <>
      <PageHeading
        lead={leads[person.state]}
        actions={all.length > 0 && <Button onClick={() => setGiving(all)}>Hand over everything</Button>}
      >
        What {person.name} owns
      </PageHeading>
      <Sections>
        <State belongings={belongings} />
        {kinds.length === 0 && (
          <Panel>
            <EmptyState title={`${person.name} owns nothing`} icon={<UserX />}>
              No link, file, ticket, or anything else is in their name.
            </EmptyState>
          </Panel>
        )}
        {kinds.map((kind) => (
          <KindSection
            key={kind.kind}
            person={person}
            kind={kind}
            onHandOver={(keys) => setGiving([{ kind, keys }])}
          />
        ))}
      </Sections>
      <HandOverDialog
        open={giving !== null}
        onClose={() => setGiving(null)}
        person={person}
        selection={giving ?? []}
      />
    </>
  );
}

const leads = {
  here: 'They still sign in. Things can be handed over before someone leaves.',
  left: 'They are no longer in the directory.',
  blocked: 'They are blocked and can no longer sign in.',
} as const;

/** Why this person is listed, and what was decided. */
function State({ belongings: { departure } }: { belongings: PersonBelongings }) {
  const decide = useDecide();
  if (departure === null) return null;
  const isOpen = departure.state === 'open';
  return (
    <StateNotice
      actions={
        departure.state !== 'back' && (
          <Buttons>
            {isOpen && (
              <Button variant="default" size="compact-sm" onClick={() => void decide(departure, 'done')}>
                Mark as done
              </Button>
            )}
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => void decide(departure, isOpen ? 'dismissed' : 'open')}
            >
              {isOpen ? 'Dismiss' : 'Reopen'}
            </Button>
          </Buttons>
        )
      }
    >
      {sayCause(departure)}, noticed <CampusTime value={departure.noticedAt} />
      {departure.decidedBy !== null && `. ${stateWords[departure.state]} by ${departure.decidedBy}`}
    </StateNotice>
  );
}

const stateWords = {
  open: 'Opened',
  done: 'Done',
  dismissed: 'Dismissed',
  back: 'Taken off the list',
} as const;
