export const unknown = { kind: 'not-found', detail: "This file doesn't exist, or it was removed." } as const;
export const managed = {
  kind: 'forbidden',
  detail: 'An automation manages this file. You can withdraw it.',
} as const;
export const unpublished = {
  kind: 'conflict',
  detail: 'This file was withdrawn or deleted. Undo that first.',
} as const;
export const stale = {
  kind: 'conflict',
  detail: 'Someone else changed this file in the meantime. Check the current version and try again.',
} as const;
export const pathTaken = {
  kind: 'conflict',
  detail: 'There is already a file with this name and owner.',
} as const;
export const unknownGroups = {
  kind: 'needs-confirmation',
  detail: 'The portal does not know some of these groups. Check their names, or confirm them.',
} as const;

export const downloadRefusals = {
  'not-yours': {
    kind: 'forbidden',
    detail:
      'This file is for other people. If you should have it, contact the person who gave you the link, or IT.',
  },
  'not-from-here': {
    kind: 'forbidden',
    detail:
      'This file can only be downloaded from certain networks. Try again from one of them, or contact the person who gave you the link.',
  },
  unknown,
} as const;
