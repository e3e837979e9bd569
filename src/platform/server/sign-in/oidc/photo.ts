import { largestPhotoBytes } from '../../photo/photo.ts';
import { askProvider } from './ask-provider.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** The photo is a nicety: whatever goes wrong, the sign-in continues with the current one. */
export async function readPhoto(
  settings: OidcSettings,
  accessToken: string,
): Promise<Uint8Array | null | undefined> {
  if (settings.photoUrl === undefined) return undefined;
  try {
    const headers = { authorization: `Bearer ${accessToken}` };
    const answer = await askProvider(settings, settings.photoUrl, { headers, most: largestPhotoBytes });
    if (answer.status === 404) return null;
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}
