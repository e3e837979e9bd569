import { Button } from '@mantine/core';
import { ArrowLeftRight, Ban, LogOut, UserCheck } from 'lucide-react';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { Fact, Facts } from '../../../platform/ui/facts.tsx';
import { Sections } from '../../../platform/ui/sections.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { useAccount } from '../../../platform/web/session/account.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { comingsAndGoings } from '../../comings-and-goings/tool.ts';
import { type PersonDetails as Details, readPerson } from '../contract.ts';
import { PersonAccess } from './person-access.tsx';
import { PersonSessions } from './person-sessions.tsx';
import { useBlock, useEndAll } from './use-person-actions.ts';

/** One person: groups, ways to sign in, and current sessions. */
export function PersonDetails({ id }: { id: string }) {
  const person = useCall(readPerson, { params: { id } });
  if (person.data) return <Shown person={person.data.data} />;
  return <Pending answer={person} what="this person" rows={5} />;
}

function Shown({ person }: { person: Details }) {
  const endAll = useEndAll(person);
  const block = useBlock(person);
  const { account } = useAccount();
  const mayHandOver = account?.permissions.includes('comings-and-goings.manage') ?? false;
  return (
    <Sections>
      <Facts>
        <Fact term="Email">
          <EmailText>{person.email}</EmailText>
          {person.addressReleased && <Tag tone="warning">Now belongs to someone else</Tag>}
        </Fact>
        <Fact term="First sign-in">
          {/* Demo people have an account before they sign in. */}
          {person.lastSignInAt === null ? 'Never' : <CampusTime value={person.createdAt} />}
        </Fact>
        <Fact term="Last sign-in">
          {person.lastSignInAt === null ? 'Never' : <CampusTime value={person.lastSignInAt} />}
        </Fact>
        <Fact term="Signs in with">{waysIn(person)}</Fact>
        {person.blocked && (
          <Fact term="Status">
            <Tag tone="bad">Blocked</Tag>
          </Fact>
        )}
      </Facts>
      <Buttons>
        {person.live.length > 0 && (
          <Button
            variant="default"
            size="sm"
            leftSection={<LogOut size={16} aria-hidden="true" />}
            onClick={() => void endAll()}
          >
            Sign out everywhere
          </Button>
        )}
        {mayHandOver && (
          <Button
            component={AppLink}
            to={comingsAndGoings.screens.person.path.replace(':id', person.id)}
            variant="default"
            size="sm"
            leftSection={<ArrowLeftRight size={16} aria-hidden="true" />}
          >
            What this person owns
          </Button>
        )}
        {(person.blocked ? person.can.unblock : person.can.block) && (
          <Button
            variant="default"
            size="sm"
            leftSection={
              person.blocked ? (
                <UserCheck size={16} aria-hidden="true" />
              ) : (
                <Ban size={16} aria-hidden="true" />
              )
            }
            onClick={() => void block()}
          >
            {person.blocked ? 'Unblock' : 'Block'}
          </Button>
        )}
      </Buttons>
      <PersonAccess person={person} />
      <PersonSessions person={person} />
    </Sections>
  );
}

function waysIn({ identities }: Details): string {
  const providers = new Set(identities.map(({ provider }) => provider));
  return providers.size === 0 ? 'Nothing yet' : [...providers].join(', ');
}
