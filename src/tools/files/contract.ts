import { z } from 'zod';
import {
  defineCall,
  emptyReply,
  fileReply,
  jsonBody,
  jsonReply,
  uploadBody,
} from '../../platform/contract/call.ts';
import { boundedText, id, searchText, text } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';
import {
  downloadRefusals,
  managed,
  pathTaken,
  stale,
  unknown,
  unknownGroups,
  unpublished,
} from './contract/refusals.ts';
import {
  adGroups,
  changedFile,
  contentTypes,
  demandOwnersName,
  file,
  fileDetails,
  fileOptions,
  fileStates,
  ipAddresses,
  largestFile,
  myFilesPage,
  myFilesQuery,
  newFile,
  owner,
  ownerTypes,
  uploadCheck,
} from './contract/shapes.ts';

const access = 'files.manage';
const tokens = 'files.publish';
const params = z.object({ id });
const reply = jsonReply(z.object({ data: file }));
const decision = { method: 'POST', access, params, reply, idempotent: true } as const;
const upload = { file: { handling: 'stored', maxBytes: largestFile, maxFiles: 1, required: true } } as const;

export const listFiles = defineCall({
  name: 'listFiles',
  summary: 'All files, newest first; `originalFilename` looks in their names',
  method: 'GET',
  path: '/api/files',
  access,
  ...pagedList(file, {
    originalFilename: searchText,
    ownerType: z.enum(['', ...ownerTypes]).optional(),
    contentType: z.enum(['', ...contentTypes]).optional(),
    group: searchText,
    state: z.enum(['', ...fileStates]).optional(),
  }),
});

export const uploadFile = defineCall({
  name: 'uploadFile',
  summary: 'Publish a file, or its next version with `asVersion`; a service token needs no `asVersion`',
  method: 'POST',
  path: '/api/files/upload',
  access,
  tokens,
  body: uploadBody(newFile, upload),
  reply: jsonReply(z.object({ data: file }), 201),
  refusals: {
    'path-taken': pathTaken,
    'unknown-groups': unknownGroups,
    'automation-managed': managed,
    'not-published': unpublished,
  },
  idempotent: true,
});

export const checkUpload = defineCall({
  name: 'checkUpload',
  summary: 'What an upload would run into, before the file is sent',
  method: 'GET',
  path: '/api/files/check',
  access,
  query: z
    .object({
      ...owner,
      // An address has no empty fields.
      adGroups: adGroups.default(''),
      ipAddresses: ipAddresses.default(''),
      fileName: boundedText(1_000).normalize('NFC'),
    })
    .superRefine(demandOwnersName),
  reply: jsonReply(uploadCheck),
});

export const readFileOptions = defineCall({
  name: 'readFileOptions',
  summary: 'What forms about files offer and say',
  method: 'GET',
  path: '/api/files/options',
  access,
  reply: jsonReply(fileOptions),
});

export const readFileDetails = defineCall({
  name: 'readFileDetails',
  summary: 'A file with its versions, downloads, and history',
  method: 'GET',
  path: '/api/files/:id/details',
  access,
  params,
  reply: jsonReply(z.object({ data: fileDetails })),
  refusals: { unknown },
  discloses: 'file.read',
});

export const changeFile = defineCall({
  name: 'changeFile',
  summary: 'Change who may have a file, and what it is',
  method: 'PUT',
  path: '/api/files/:id',
  access,
  params,
  body: jsonBody(changedFile),
  reply,
  refusals: {
    unknown,
    'automation-managed': managed,
    'not-published': unpublished,
    'unknown-groups': unknownGroups,
    'stale-version': stale,
  },
  idempotent: true,
});

export const addFileVersion = defineCall({
  name: 'addFileVersion',
  summary: 'Add the next version of a file; its name and its link stay',
  method: 'POST',
  path: '/api/files/:id/versions',
  access,
  tokens,
  params,
  body: uploadBody(z.object({}), upload),
  reply: jsonReply(z.object({ data: file }), 201),
  refusals: {
    unknown,
    'automation-managed': managed,
    'not-published': unpublished,
    'other-kind': { kind: 'invalid', detail: 'Choose a file with the same ending.' },
  },
  idempotent: true,
});

const versionParams = z.object({ id, number: z.coerce.number().int().min(1).max(1_000_000) });

export const restoreFileVersion = defineCall({
  name: 'restoreFileVersion',
  summary: 'Make an older version of a file the current one again',
  ...decision,
  path: '/api/files/:id/versions/:number/restoration',
  params: versionParams,
  refusals: { unknown, 'automation-managed': managed, 'not-published': unpublished },
});

export const deleteFile = defineCall({
  name: 'deleteFile',
  summary: 'Delete a file; IT can undo this for 30 days',
  method: 'DELETE',
  path: '/api/files/:id',
  access,
  tokens,
  params,
  reply: emptyReply,
  refusals: { unknown, 'automation-managed': managed, 'not-published': unpublished },
  idempotent: true,
});

export const withdrawFile = defineCall({
  name: 'withdrawFile',
  summary: 'Take a file away from everyone until it is published again',
  ...decision,
  path: '/api/files/:id/withdrawal',
  refusals: { unknown, 'not-published': unpublished },
});

export const restoreFile = defineCall({
  name: 'restoreFile',
  summary: 'Publish a withdrawn or retired file again, or undo a deletion',
  ...decision,
  path: '/api/files/:id/restoration',
  // Required, unlike elsewhere: an outdated page would publish what was withdrawn in the meantime.
  body: jsonBody(z.object({ version: z.int('Send the version of the file that you have read.') })),
  refusals: {
    unknown,
    'stale-version': stale,
    'path-taken': {
      ...pathTaken,
      detail: 'Another file now has the same name and owner. Delete that one first.',
    },
  },
});

export const eraseFile = defineCall({
  name: 'eraseFile',
  summary: 'Delete a file and all its versions for good, at once',
  method: 'POST',
  path: '/api/files/:id/erasure',
  access,
  params,
  body: jsonBody(z.object({ reason: text({ min: 1, required: 'Say why.' }) })),
  reply: emptyReply,
  refusals: { unknown },
  idempotent: true,
});

export const extendFile = defineCall({
  name: 'extendFile',
  summary: 'Keep a file for another full term of its content type',
  ...decision,
  path: '/api/files/:id/extension',
  refusals: {
    unknown,
    'not-published': unpublished,
    'no-end': { kind: 'conflict', detail: 'Files of this content type do not expire.' },
  },
});

const download = {
  method: 'GET',
  access: 'signed-in',
  params,
  reply: fileReply,
  refusals: downloadRefusals,
} as const;

export const downloadFile = defineCall({
  ...download,
  name: 'downloadFile',
  summary: 'Download a file that is for this person, from a network where it may be downloaded',
  path: '/api/files/:id',
});

export const followFile = defineCall({
  ...download,
  name: 'followFile',
  summary: 'The same, at the address that people share',
  path: '/files/:id',
});

export const downloadFileVersion = defineCall({
  ...download,
  name: 'downloadFileVersion',
  summary: 'Download an older version of a file; the same people may',
  path: '/api/files/:id/versions/:number',
  access,
  params: versionParams,
});

export const listMyFiles = defineCall({
  name: 'listMyFiles',
  summary:
    'The files that this person may have, newest first; all of them (1,000 at most) unless a page is requested',
  method: 'GET',
  path: '/api/files/my',
  access: 'files.open',
  query: myFilesQuery,
  reply: jsonReply(myFilesPage),
});

/** Every call of this tool, for the documents and the access matrix. */
export const filesCalls = {
  listFiles,
  uploadFile,
  checkUpload,
  readFileOptions,
  listMyFiles,
  readFileDetails,
  changeFile,
  addFileVersion,
  restoreFileVersion,
  deleteFile,
  withdrawFile,
  restoreFile,
  eraseFile,
  extendFile,
  downloadFile,
  followFile,
  downloadFileVersion,
};
