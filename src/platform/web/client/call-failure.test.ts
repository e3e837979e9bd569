import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { call } from './call.ts';
import { longestWait } from './longest-wait.ts';
import { onAnswered, onSessionChanged } from './session-changed.ts';
import { ask, change, params, read, remove, serveThings, upload } from './testing/things.ts';

const { answers, responds } = serveThings();

describe('a failure', () => {
  const failure = () =>
    call(read, { params }).then(
      () => null,
      (error: unknown) => error,
    );

  test('from the server keeps its sentence', async () => {
    answers(409, 'application/problem+json', '{"detail":"Taken.","reason":"name-taken","fields":{"a":"b"}}');
    expect(await failure()).toMatchObject({
      status: 409,
      detail: 'Taken.',
      reason: 'name-taken',
      fields: { a: 'b' },
    });
  });

  test.each([
    ['500 with HTML', 500, 'text/html', '<h1>Oops</h1>', 'foreign'],
    ['200 with HTML', 200, 'text/html', '<h1>Wi-Fi sign-in</h1>', 'foreign'],
    ['200 with broken JSON', 200, 'application/json', '{"data":', 'foreign'],
    ['200 with text', 200, 'text/plain', 'ok', 'foreign'],
    ['200 with nothing', 200, 'application/json', '', 'empty'],
    ['204 instead of a response', 204, null, '', 'empty'],
  ])('%s gets our own sentence', async (_name, status, type, text, silence) => {
    answers(status, type, text);
    expect(await failure()).toMatchObject({ name: 'ApiError', status, silence });
  });

  test('an HTML page instead of an empty response does not count as success', async () => {
    answers(200, 'text/html', '<h1>Wi-Fi sign-in</h1>');
    await expect(call(remove, { params })).rejects.toMatchObject({ silence: 'foreign' });
  });

  test('a cut connection says that the portal could not be reached', async () => {
    responds((_request, response) => response.destroy());
    expect(await failure()).toMatchObject({ status: 0, silence: 'unreachable' });
  });

  test('of an upload names the file that can no longer be read, among others that can', async () => {
    const gone = new File(['a'], 'receipt 2.pdf');
    vi.spyOn(gone, 'slice').mockReturnValue({
      arrayBuffer: () => Promise.reject(new DOMException('Gone.', 'NotFoundError')),
    } as unknown as Blob);
    const file = [new File(['a'], 'receipt 1.pdf'), gone];
    const sent = call(upload, { params, body: { kind: 'x' }, files: { file } });
    await expect(sent).rejects.toThrow(/^“receipt 2\.pdf” can't be read anymore/);
  });

  test('of a write whose response was lost says whether it is safe to send it again', async () => {
    responds((_request, response) => response.destroy());
    const request = { params, body: { title: 'x' } };
    const detailOf = (error: { detail: string }) => error.detail;
    expect(await call(change, request).catch(detailOf)).toContain('Check before you send it again');
    const keyed = call(change, { ...request, idempotencyKey: 'key-1' });
    expect(await keyed.catch(detailOf)).toContain('safe to send it again');
  });

  test('of a question whose response was lost says nothing about what may have been done', async () => {
    responds((_request, response) => response.destroy());
    await expect(call(ask, { params, body: { title: 'x' } })).rejects.toMatchObject({
      silence: 'unreachable',
      detail: expect.not.stringMatching(/gone through|safe to send/),
    });
  });

  test('of a write during which the connection was lost says that it may have gone through; one sent offline has not', async () => {
    const before = navigator;
    vi.stubGlobal('navigator', { onLine: true });
    onTestFinished(() => void vi.stubGlobal('navigator', before));
    responds((_request, response) => {
      vi.stubGlobal('navigator', { onLine: false });
      response.destroy();
    });
    const send = () =>
      call(change, { params, body: { title: 'x' } }).catch((error: { detail: string }) => error.detail);
    expect(await send()).toMatch(/could not be reached.*It may have gone through anyway/);
    expect(await send()).toMatch(/^You seem to be offline\.(?!.*gone through)/);
  });

  test.each([
    ['502 of a proxy', 502, 'text/html', '<h1>Bad Gateway</h1>'],
    ['504 of a proxy', 504, 'text/html', '<h1>Gateway Time-out</h1>'],
    ['200 that was cut off', 200, 'application/json', '{"data":'],
    ['200 with nothing', 200, 'application/json', ''],
  ])('of a write with a %s says that it may have gone through', async (_name, status, type, text) => {
    answers(status, type, text);
    const request = { params, body: { title: 'x' } };
    await expect(call(change, request)).rejects.toMatchObject({
      status,
      detail: expect.stringMatching(/It may have gone through anyway\./),
    });
    await expect(call(change, { ...request, idempotencyKey: 'key-1' })).rejects.toMatchObject({
      detail: expect.stringMatching(/safe to send it again/),
    });
    await expect(call(read, { params })).rejects.toMatchObject({
      detail: expect.not.stringMatching(/gone through|safe to send/),
    });
  });

  test.each([
    [500, 'application/problem+json', '{"detail":"Not done."}'],
    [503, 'text/html', '<h1>No server</h1>'],
    [413, 'text/html', '<h1>Too large</h1>'],
  ])('of a write with a clear refusal (%i %s) does not', async (status, type, text) => {
    answers(status, type, text);
    await expect(call(change, { params, body: { title: 'x' } })).rejects.toMatchObject({
      detail: expect.not.stringMatching(/gone through|safe to send/),
    });
  });

  test('no response in time says so', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrived = new Promise<void>((resolve) => {
      responds(() => resolve());
    });
    const pending = failure();
    await arrived;
    vi.advanceTimersByTime(longestWait.call);
    expect(await pending).toMatchObject({ status: 0, silence: 'timeout' });
  });

  test('a response that starts but never ends hits the same limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrived = new Promise<void>((resolve) => {
      responds((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":');
        resolve();
      });
    });
    const pending = failure();
    await arrived;
    vi.advanceTimersByTime(longestWait.call);
    expect(await pending).toMatchObject({ silence: 'timeout' });
  });

  test('of a call that the screen itself aborted is not shown', async () => {
    responds(() => undefined);
    const screen = new AbortController();
    const pending = call(read, { params, signal: screen.signal });
    screen.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('with 401, for another person, or of a page notifies the session, any other does not', async () => {
    let notified = 0;
    const stop = onSessionChanged(() => {
      notified += 1;
    });
    answers(403, 'application/problem+json', '{"detail":"No.","reason":"not-yours"}');
    await failure();
    expect(notified).toBe(0);
    answers(401, 'application/problem+json', '{"detail":"Sign in."}');
    await failure();
    expect(notified).toBe(1);
    answers(409, 'application/problem+json', '{"detail":"Reload.","reason":"another-person"}');
    await failure();
    expect(notified).toBe(2);
    answers(403, 'application/problem+json', '{"detail":"No."}');
    await failure();
    expect(notified).toBe(3);
    stop();
  });

  test('counts as an answer of the server if it comes from there', async () => {
    let answered = 0;
    onTestFinished(
      onAnswered(() => {
        answered += 1;
      }),
    );
    answers(403, 'text/html', '<h1>Wi-Fi sign-in</h1>');
    await failure();
    expect(answered).toBe(0);
    answers(409, 'application/problem+json', '{"detail":"Taken.","reason":"name-taken"}');
    await failure();
    expect(answered).toBe(1);
  });
});
