/** Request header in which a screen names the person it was drawn for: the `id` of the account. */
export const personHeader = 'quad-person';

/** Reason of the refusal (409) when the session belongs to someone else. */
export const anotherPerson = 'another-person';
