import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

test('a provider with photos loads the image library at startup: npm may replace it while the portal runs', async () => {
  const at = (file: string) => new URL(file, import.meta.url).href;
  const program = `
    import { registerHooks } from 'node:module';
    import { createOidcProvider } from '${at('./oidc-provider.ts')}';
    import { reencodePhoto } from '${at('../../photo/photo.ts')}';
    const address = 'https://id.sawtooth.example';
    await createOidcProvider({ groups: new Map(), issuer: address, photoUrl: address }).prepare();
    registerHooks({ load(file) { throw new Error('loaded late: ' + file); } });
    await reencodePhoto(Buffer.from('no photo'));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([0, null]);
});
