/** What people hear when the directory did not do what was asked. */
export const directoryRefusals = {
  'directory-down': {
    kind: 'unavailable',
    detail: "The directory isn't answering right now. Nothing was changed. Try again in a minute.",
  },
  'directory-refuses': {
    kind: 'unavailable',
    detail:
      "The directory doesn't let the portal change this password, and trying again won't help. Nothing was changed. Please contact IT.",
  },
} as const;
