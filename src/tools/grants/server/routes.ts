import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import {
  handleAddApprover,
  handleListApprovers,
  handleReadApproverEffects,
  handleRemoveApprover,
} from './approvers.ts';
import { handleAddAttachments, handleDownloadGrantFile, handleRemoveAttachment } from './attachments.ts';
import { handleListDrafts, handleReadDraft, handleRemoveDraft, handleSaveDraft } from './drafts.ts';
import { handleExportApplications } from './export.ts';
import { handleReadFigures } from './figures.ts';
import type { Grants } from './grants.ts';
import { handleEditApplication } from './move.ts';
import { handleListApplications, handleReadApplication, handleReadApplicationForm } from './readings.ts';
import { handleDecideReport, handleSubmitReport } from './report.ts';
import { handleApply } from './submit.ts';
import { handleApprove, handleDecline, handleRecuse } from './vote.ts';
import { handleWriteMessage } from './write-message.ts';

export function grantsRoutes(grants: Grants): Route[] {
  return [
    route(calls.listApprovers, handleListApprovers),
    route(calls.addApprover, handleAddApprover),
    route(calls.readApproverEffects, handleReadApproverEffects),
    route(calls.removeApprover, handleRemoveApprover),
    route(calls.readApplicationForm, (context) => handleReadApplicationForm(grants, context)),
    route(calls.applyForFunding, (context, input) => handleApply(grants, context, input)),
    route(calls.listApplications, (context, input) => handleListApplications(grants, context, input)),
    route(calls.readApplication, (context, input) => handleReadApplication(grants, context, input)),
    route(calls.editApplication, (context, input) => handleEditApplication(grants, context, input)),
    route(calls.approveApplication, (context, input) => handleApprove(grants, context, input)),
    route(calls.declineApplication, (context, input) => handleDecline(grants, context, input)),
    route(calls.recuseFromApplication, (context, input) => handleRecuse(grants, context, input)),
    route(calls.listDrafts, handleListDrafts),
    route(calls.readDraft, handleReadDraft),
    route(calls.saveDraft, (context, input) => handleSaveDraft(grants.unaudited, context, input)),
    route(calls.removeDraft, (context, input) => handleRemoveDraft(grants.unaudited, context, input)),
    route(calls.readGrantFigures, (context, input) => handleReadFigures(grants, context, input)),
    route(calls.exportApplications, (context, input) => handleExportApplications(grants, context, input)),
    route(calls.addAttachments, (context, input) => handleAddAttachments(grants, context, input)),
    route(calls.downloadGrantFile, (context, input) => handleDownloadGrantFile(grants, context, input)),
    route(calls.removeAttachment, (context, input) => handleRemoveAttachment(grants, context, input)),
    route(calls.submitReport, (context, input) => handleSubmitReport(grants, context, input)),
    route(calls.decideReport, (context, input) => handleDecideReport(grants, context, input)),
    route(calls.writeMessage, (context, input) => handleWriteMessage(grants, context, input)),
  ];
}
