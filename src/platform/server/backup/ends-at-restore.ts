/**
 * Tables of the platform whose rows end with a restore: who was signed in and which one-time codes were open at the
 * time of the backup says nothing about now. They are not backed up, either. A tool names its own in `endsAtRestore`.
 */
export const endsAtRestore: readonly string[] = [
  'sessions',
  'throttle_counters',
  'captchas_used',
  'saml_responses',
];
