export const unknown = {
  kind: 'not-found',
  detail: "This application doesn't exist, or it isn't yours.",
} as const;
export const stale = {
  kind: 'conflict',
  detail: 'This application was changed in the meantime. Check it and try again.',
} as const;
export const staleDraft = {
  kind: 'conflict',
  detail: 'This draft was changed on another device or in another tab. Check it and submit it again.',
} as const;
export const notAnApprover = {
  kind: 'forbidden',
  detail: 'Only the people on the list of approvers can do this.',
} as const;
export const notTheApplicant = {
  kind: 'forbidden',
  detail: 'Only the applicant can do this.',
} as const;
export const ownApplication = {
  kind: 'forbidden',
  detail: 'You cannot vote on your own application.',
} as const;
export const recused = {
  kind: 'conflict',
  detail: 'You recused yourself from this application.',
} as const;
export const wrongState = {
  kind: 'conflict',
  detail: 'This cannot be done while the application is in its current status.',
} as const;
