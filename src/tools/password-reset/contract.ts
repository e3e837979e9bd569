import {
  confirmDeskReset,
  declineDeskReset,
  listDeskResets,
  readDesk,
  showDeskCode,
  startDeskReset,
  unlockAccount,
} from './contract/desk-calls.ts';
import { importFacts, listFactsImports, previewFacts, readFactsState } from './contract/facts-calls.ts';
import {
  addExclusion,
  checkEligibility,
  deleteExclusion,
  listAttempts,
  listExclusions,
  readAttemptPayload,
} from './contract/manage-calls.ts';
import { changeOwnPassword } from './contract/own-calls.ts';
import {
  attemptReset,
  openResetLink,
  readCaptchaChallenge,
  readResetForm,
  setPassword,
} from './contract/public-calls.ts';

export {
  confirmDeskReset,
  type DeskReset,
  declineDeskReset,
  type IdKind,
  listDeskResets,
  newDeskReset,
  readDesk,
  showDeskCode,
  startDeskReset,
  unlockAccount,
} from './contract/desk-calls.ts';
export { importFacts, listFactsImports, previewFacts, readFactsState } from './contract/facts-calls.ts';
export {
  type Attempt,
  type AttemptPayload,
  addExclusion,
  attemptPayload,
  checkEligibility,
  deleteExclusion,
  type Exclusion,
  listAttempts,
  listExclusions,
  newExclusion,
  readAttemptPayload,
} from './contract/manage-calls.ts';
export { changeOwnPassword, ownPassword } from './contract/own-calls.ts';
export {
  attemptReset,
  newPassword,
  openResetLink,
  type ResetForm,
  readCaptchaChallenge,
  readResetForm,
  resetAttempt,
  setPassword,
  successText,
} from './contract/public-calls.ts';
export type { FactsImport, FactsState, ImportPreview, Reason } from './contract/shapes.ts';

/** Every call of this tool, for the documents and the access matrix. */
export const passwordResetCalls = {
  readResetForm,
  readCaptchaChallenge,
  attemptReset,
  openResetLink,
  setPassword,
  changeOwnPassword,
  listAttempts,
  readAttemptPayload,
  listExclusions,
  addExclusion,
  deleteExclusion,
  checkEligibility,
  readDesk,
  listDeskResets,
  startDeskReset,
  confirmDeskReset,
  showDeskCode,
  declineDeskReset,
  unlockAccount,
  readFactsState,
  listFactsImports,
  previewFacts,
  importFacts,
};
