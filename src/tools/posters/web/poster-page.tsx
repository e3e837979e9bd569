import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { Sections } from '../../../platform/ui/sections.tsx';
import { TagLine } from '../../../platform/ui/tag-line.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { StaysWhileTyping } from '../../../platform/web/session/stays-while-typing.tsx';
import type { Poster } from '../contract/shapes.ts';
import { cancelPoster } from '../contract.ts';
import { fileAddress } from './links.ts';
import { MoveButtons } from './move-buttons.tsx';
import { PosterFacts } from './poster-facts.tsx';
import { ReplyForm } from './reply-form.tsx';
import { StateTag } from './state-tag.tsx';
import { Steps } from './steps.tsx';
import { posterReads } from './use-moves.ts';

/** What was sent, what happened, and what may be done now. */
export function PosterPage({ poster }: { poster: Poster }) {
  const { id, number, fileName, state, createdAt, requester, isOwn, hasFile, can } = poster;
  const cancel = useAction(cancelPoster, { invalidates: posterReads });
  const cancelIt = () =>
    cancel.run(
      { params: { id } },
      {
        confirm: {
          title: 'Cancel this request?',
          text: 'The mail room will not print it. If you still need it, send it again.',
          action: 'Cancel request',
          stay: 'Keep request',
          danger: true,
        },
        done: 'Your request is canceled',
        failed: 'Your request was not canceled',
      },
    );
  return (
    <>
      <PageHeading
        lead={
          <TagLine>
            <span>#{number}</span>
            <StateTag state={state} isOwn={isOwn} />
            <span>
              {isOwn ? 'Sent' : `${requester}, sent`} <CampusTime value={createdAt} />
            </span>
          </TagLine>
        }
        actions={
          <>
            {can.cancel && (
              <Button variant="default" loading={cancel.isPending} onClick={() => void cancelIt()}>
                Cancel request
              </Button>
            )}
            {hasFile && (
              <Button
                variant="default"
                leftSection={<Download size={17} aria-hidden="true" />}
                renderRoot={(props) => <a download href={fileAddress(id)} {...props} />}
              >
                Download PDF
              </Button>
            )}
          </>
        }
      >
        {fileName}
      </PageHeading>
      <Sections narrow>
        <StaysWhileTyping isUsable={can.print && poster.next.length > 0}>
          <MoveButtons poster={poster} />
        </StaysWhileTyping>
        <Panel>
          <PosterFacts poster={poster} />
        </Panel>
        <Steps messages={poster.messages} />
        <StaysWhileTyping isUsable={can.reply}>
          <Panel>
            <ReplyForm poster={poster} />
          </Panel>
        </StaysWhileTyping>
      </Sections>
    </>
  );
}
