import { reopenDays } from './shapes.ts';

export const unknown = {
  kind: 'not-found',
  detail: "This ticket doesn't exist, or it isn't yours.",
} as const;
export const tooLate = {
  kind: 'conflict',
  detail: `This ticket was solved more than ${reopenDays} days ago. Submit a new one.`,
} as const;
export const merged = {
  kind: 'conflict',
  detail: 'This ticket was merged into another one. Reply there.',
} as const;
export const handedOver = {
  kind: 'conflict',
  detail: 'Another help desk is working on this ticket. Reply to its emails.',
} as const;
export const alreadyMerged = {
  kind: 'conflict',
  detail: 'This ticket was merged into another one. Continue there.',
} as const;
export const alreadySolved = { kind: 'conflict', detail: 'This ticket is already solved.' } as const;
export const unknownCategory = { kind: 'invalid', detail: "This category isn't on the form." } as const;
export const wrongAnswers = { kind: 'invalid', detail: 'Check your answers to the questions.' } as const;
export const stale = {
  kind: 'conflict',
  detail: 'Someone else changed this ticket in the meantime. Check it and try again.',
} as const;
export const tooManyMessages = {
  kind: 'too-many',
  detail: 'You have written many messages in the past hour. Send this one later.',
} as const;
export const tooManyTickets = {
  kind: 'too-many',
  detail: 'You have submitted many tickets in the past hour. Add to one of them, or submit this one later.',
} as const;
