import type { CallInput } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { createTurns } from '../../../platform/server/concurrency/person-turns.ts';
import type { UploadedFile } from '../../../platform/server/http/context.ts';
import { largePhotoSize, reencodePhoto } from '../../../platform/server/photo/photo.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { changeOwnPage } from '../contract.ts';

/** A photo may take the decoder seconds. Two at a time leave a small machine free for everyone else. */
const turns = createTurns(2, 40);
const drawn = new WeakMap<UploadedFile, Buffer>();

/** Redraws the photo that someone uploads for their own page. @throws Refusal at its field */
export async function prepareOwnPhoto(
  { actor }: { actor: PersonActor },
  { body, files }: CallInput<typeof changeOwnPage> & { files: { photo: UploadedFile[] } },
): Promise<void> {
  const [file] = files.photo;
  if (body.photoChoice !== 'own' || file === undefined) return;
  const photo = await turns(actor.id, () => reencodePhoto(file.bytes, largePhotoSize));
  if (photo === null)
    throw noPhoto(
      "This photo can't be read. Choose a JPEG of at most 50 megapixels, or a PNG or WebP file of at most 24.",
    );
  drawn.set(file, photo);
}

/** The photo that was drawn from a file; `null` without one, or if the person chose another photo. */
export function photoFrom(file: UploadedFile | undefined): Buffer | null {
  return file === undefined ? null : (drawn.get(file) ?? null);
}

export function noPhoto(detail: string = changeOwnPage.refusals['no-photo'].detail) {
  return refusalOf(changeOwnPage, 'no-photo', { detail, fields: { photo: detail } });
}
