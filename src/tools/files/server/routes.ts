import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { handleDownload, handleDownloadVersion } from './download.ts';
import type { FileServices } from './files.ts';
import {
  handleChangeFile,
  handleDeleteFile,
  handleEraseFile,
  handleExtendFile,
  handleRestoreFile,
  handleRestoreFileVersion,
  handleWithdrawFile,
} from './operations.ts';
import { handleAddFileVersion, handleUploadFile } from './publish.ts';
import {
  handleCheckUpload,
  handleListFiles,
  handleListMyFiles,
  handleReadFileDetails,
  handleReadFileOptions,
} from './readings.ts';

export function fileRoutes(services: FileServices): Route[] {
  const maxBytes = { file: services.largestFileMegabytes * 1024 * 1024 };
  return [
    route(calls.listFiles, (context, input) => handleListFiles(services, context, input)),
    route(calls.uploadFile, (context, input) => handleUploadFile(services, context, input), { maxBytes }),
    route(calls.checkUpload, (context, input) => handleCheckUpload(services, context, input)),
    route(calls.readFileOptions, (context) => handleReadFileOptions(services, context)),
    route(calls.listMyFiles, (context, input) => handleListMyFiles(services, context, input)),
    route(calls.readFileDetails, (context, input) => handleReadFileDetails(services, context, input)),
    route(calls.changeFile, (context, input) => handleChangeFile(services, context, input)),
    route(calls.addFileVersion, (context, input) => handleAddFileVersion(services, context, input), {
      maxBytes,
    }),
    route(calls.restoreFileVersion, (context, input) => handleRestoreFileVersion(services, context, input)),
    route(calls.deleteFile, (context, input) => handleDeleteFile(services, context, input)),
    route(calls.withdrawFile, (context, input) => handleWithdrawFile(services, context, input)),
    route(calls.restoreFile, (context, input) => handleRestoreFile(services, context, input)),
    route(calls.eraseFile, (context, input) => handleEraseFile(services, context, input)),
    route(calls.extendFile, (context, input) => handleExtendFile(services, context, input)),
    route(calls.downloadFile, (context, input) => handleDownload(services, context, input)),
    route(calls.followFile, (context, input) => handleDownload(services, context, input)),
    route(calls.downloadFileVersion, (context, input) => handleDownloadVersion(services, context, input)),
  ];
}
