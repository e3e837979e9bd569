import { onlyPdf } from './shapes.ts';

export const unknown = {
  kind: 'not-found',
  detail: "This poster request doesn't exist, or it isn't yours.",
} as const;
export const stale = {
  kind: 'conflict',
  detail: 'Someone else changed this request in the meantime. Check it and try again.',
} as const;
export const wrongState = {
  kind: 'conflict',
  detail: 'This request has changed in the meantime. Check its status and try again.',
} as const;
export const removed = {
  kind: 'gone',
  detail: 'This file was removed because the request ended some time ago. Send the poster again.',
} as const;

/** What can be wrong with a file and the choices that come with it. */
export const submitting = {
  encrypted: { kind: 'invalid', detail: 'This PDF is protected.' },
  unreadable: {
    kind: 'invalid',
    detail: 'This PDF is damaged or has no pages. Export it again, and check that it opens on your computer.',
  },
  'wrong-size': { kind: 'invalid', detail: 'This PDF does not have the size of a poster.' },
  'too-complex': {
    kind: 'invalid',
    detail:
      'This PDF could not be checked within 10 seconds. Export it again as a simpler PDF, or ask the mail room.',
  },
  'too-soon': { kind: 'invalid', detail: 'The mail room needs more time.' },
  'unknown-choice': {
    kind: 'invalid',
    detail: 'The mail room no longer offers this. Choose something else.',
  },
  'not-a-pdf': { kind: 'unsupported-type', detail: onlyPdf },
  'too-many-requests': {
    kind: 'too-many',
    detail: 'You have sent many posters in the past hour. Send this one later.',
  },
} as const;
