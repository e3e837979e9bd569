import { Button } from '@mantine/core';
import { useState } from 'react';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { lazyDialog } from '../../../platform/web/feedback/lazy-dialog.tsx';
import type { QueuedPoster } from '../contract/shapes.ts';
import { isWayBack, type Move, moveWords, useMoves, type WordyMove } from './use-moves.ts';

const WordsDialog = lazyDialog(async () => (await import('./words-dialog.tsx')).WordsDialog);

const isWordy = (move: Move): move is WordyMove => ['question', 'cancelled', 'ready'].includes(move);

interface MoveButtonsProps {
  poster: QueuedPoster;
  /** Only the usual next step, for a list. */
  isShort?: boolean;
}

/** What the mail room may do with a request now. */
export function MoveButtons({ poster, isShort = false }: MoveButtonsProps) {
  const { isPending, move } = useMoves();
  const [asking, setAsking] = useState<WordyMove>('question');
  const [isOpen, setIsOpen] = useState(false);
  const isBack = isWayBack(poster);
  // In a list, it would be where the click before it was.
  const next = isShort && isBack ? [] : poster.next.filter((state) => state !== 'received');
  const press = (state: Move) => {
    // From the list, a ready poster needs no message, and neither does one that was ready before.
    if (!isWordy(state) || ((isShort || isBack) && state === 'ready')) return void move(poster, state);
    setAsking(state);
    setIsOpen(true);
  };
  return (
    <Buttons>
      {(isShort ? next.slice(0, 1) : next).map((state, index) => (
        <Button
          key={state}
          size={isShort ? 'compact-sm' : 'sm'}
          variant={index === 0 && !isShort && !isBack ? 'filled' : 'default'}
          loading={isPending && index === 0}
          aria-label={isShort ? `${moveWords[state]}: poster #${poster.number}` : undefined}
          onClick={() => press(state)}
        >
          {isBack ? 'Not picked up yet' : moveWords[state]}
        </Button>
      ))}
      {!isShort && (
        <WordsDialog open={isOpen} onClose={() => setIsOpen(false)} move={asking} poster={poster} />
      )}
    </Buttons>
  );
}
