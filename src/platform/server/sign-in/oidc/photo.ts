import { largestPhotoBytes } from '../../photo/photo.ts';
import { fetchBounded } from './groups-of.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** The photo is a nicety: whatever goes wrong, the sign-in goes on with the one that is there. */
export async function readPhoto(
  settings: OidcSettings,
  accessToken: string,
): Promise<Uint8Array | null | undefined> {
  if (settings.photoUrl === undefined) return undefined;
  try {
    const headers = { authorization: `Bearer ${accessToken}` };
    const answer = await fetchBounded(settings, settings.photoUrl, { headers });
    if (answer.status === 404) return null;
    const tooLarge = Number(answer.headers.get('content-length') ?? 0) > largestPhotoBytes;
    return answer.ok && !tooLarge ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}
