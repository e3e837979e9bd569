import { type Route, route } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import * as calls from '../contract.ts';
import { handleAttempt } from './attempt/operations.ts';
import {
  handleConfirm,
  handleDecline,
  handleListDeskResets,
  handleShowAgain,
  handleStart,
} from './desk/operations.ts';
import { handleUnlock } from './desk/unlock.ts';
import { handleImport, handleListImports, handlePreview, handleReadState } from './facts/operations.ts';
import { isOpen } from './is-open.ts';
import { linkMinutes } from './link/emails.ts';
import { handleOpenLink, handleSetPassword } from './link/operations.ts';
import { handleChangeOwn } from './link/own-password.ts';
import { handleListAttempts, handleReadPayload } from './manage/attempts.ts';
import { handleCheckEligibility } from './manage/eligibility.ts';
import { handleAddExclusion, handleDeleteExclusion, handleListExclusions } from './manage/exclusions.ts';
import type { Reset } from './reset.ts';

export function passwordResetRoutes(reset: Reset): Route[] {
  return [
    route(calls.readResetForm, async ({ reader }) => ({
      data: {
        isOn: await isOpen(reset, reader),
        linkMinutes,
        minimumLength: reset.campus.minimumLength,
        captcha: reset.captcha.form,
      },
    })),
    route(calls.readCaptchaChallenge, async () => {
      const challenge = await reset.captcha.challenge?.();
      if (challenge === undefined || reset.writer === null)
        throw refusalOf(calls.readCaptchaChallenge, 'no-challenge');
      return { data: { ...challenge } };
    }),
    route(calls.attemptReset, (context, input) => handleAttempt(reset, context, input)),
    route(calls.openResetLink, (context, input) => handleOpenLink(reset, context, input)),
    route(calls.setPassword, (context, input) => handleSetPassword(reset, context, input)),
    route(calls.changeOwnPassword, (context, input) => handleChangeOwn(reset, context, input)),
    route(calls.listAttempts, handleListAttempts),
    route(calls.readAttemptPayload, (context, { params }) => handleReadPayload(reset, context, params.id)),
    route(calls.listExclusions, handleListExclusions),
    route(calls.addExclusion, handleAddExclusion),
    route(calls.deleteExclusion, handleDeleteExclusion),
    route(calls.checkEligibility, (context, input) => handleCheckEligibility(reset, context, input)),
    route(calls.readDesk, async () => ({
      data: { isOn: reset.writer !== null, canUnlock: reset.writer?.unlock !== undefined },
    })),
    route(calls.listDeskResets, handleListDeskResets),
    route(calls.startDeskReset, (context, input) => handleStart(reset, context, input)),
    route(calls.confirmDeskReset, (context, input) => handleConfirm(reset, context, input)),
    route(calls.showDeskCode, (context, input) => handleShowAgain(reset, context, input)),
    route(calls.declineDeskReset, handleDecline),
    route(calls.unlockAccount, (context, input) => handleUnlock(reset, context, input)),
    route(calls.readFactsState, (context) => handleReadState(reset, context)),
    route(calls.listFactsImports, handleListImports),
    route(calls.previewFacts, (context, { files }) => handlePreview(reset, context, files.file)),
    route(calls.importFacts, (context, { body, files }) =>
      handleImport(reset, context, body.confirmed === 'true', files.file),
    ),
  ];
}
