import { expect, test } from 'vitest';
import { ApiError, silentFailure } from './api-error.ts';
import { createSubmission } from './submission.ts';

function recorder() {
  let made = 0;
  const keys: string[] = [];
  const submission = createSubmission(() => {
    made += 1;
    return `key-${made}`;
  });
  return {
    keys,
    submit: (content: unknown, fault?: Error) =>
      submission
        .send(content, async (key) => {
          keys.push(key);
          if (fault) throw fault;
        })
        .catch(() => undefined),
  };
}

const refused = (status: number) => new ApiError({ status, detail: 'No.' });

test('the same content keeps its key while it is unknown whether it arrived', async () => {
  const { submit, keys } = recorder();
  await submit({ a: 1 }, silentFailure('unreachable'));
  await submit({ a: 1 }, silentFailure('timeout'));
  await submit({ a: 1 }, refused(500));
  await submit({ a: 1 });
  expect(keys).toEqual(['key-1', 'key-1', 'key-1', 'key-1']);
});

test('an ended session keeps the key: the same is sent again after the sign-in', async () => {
  const { submit, keys } = recorder();
  await submit({ a: 1 }, refused(401));
  await submit({ a: 1 });
  expect(keys).toEqual(['key-1', 'key-1']);
});

test('other content, a success, and a clear refusal each end the key', async () => {
  const { submit, keys } = recorder();
  await submit({ a: 1 }, silentFailure('timeout'));
  await submit({ a: 2 }, refused(409));
  await submit({ a: 2 });
  await submit({ a: 2 });
  expect(keys).toEqual(['key-1', 'key-2', 'key-3', 'key-4']);
});

test('a version that the page has read since then sends the first one again, until it is refused', async () => {
  const sent: unknown[] = [];
  const submission = createSubmission(() => `key-${sent.length}`);
  const submit = (version: number, fault?: Error) =>
    submission
      .send({ body: { text: 'No.', version } }, async (key, request) => {
        sent.push([key, request.body.version]);
        if (fault) throw fault;
      })
      .catch(() => undefined);
  await submit(1, silentFailure('timeout'));
  await submit(2, refused(409));
  await submit(2);
  expect(sent).toEqual([
    ['key-0', 1],
    ['key-0', 1],
    ['key-2', 2],
  ]);
});

test('a button whose response was lost gets a new key once another write has worked; a form keeps its key', async () => {
  const keys: string[] = [];
  const [button, form, other] = [{ isButton: true }, {}, {}].map((options) =>
    createSubmission(() => `key-${keys.length}`, options),
  );
  const press = (submission: typeof form, fault?: Error) =>
    submission
      ?.send({ params: { id: 'a' } }, async (key) => {
        keys.push(key);
        if (fault) throw fault;
      })
      .catch(() => undefined);
  await press(button, silentFailure('unreachable'));
  await press(form, silentFailure('unreachable'));
  await press(button, silentFailure('unreachable'));
  await press(other);
  await press(button);
  await press(form);
  expect(keys).toEqual(['key-0', 'key-1', 'key-0', 'key-3', 'key-4', 'key-1']);
});

test('what was sent last without a clear outcome is known as such, and nothing else', async () => {
  const submission = createSubmission();
  const end = (fault?: Error) => (fault ? Promise.reject(fault) : Promise.resolve());
  const mayHaveArrived = async (fault?: Error) => {
    await submission.send({ a: 1 }, () => end(fault)).catch(() => undefined);
    return submission.mayHaveArrived({ a: 1 });
  };
  expect(submission.mayHaveArrived({ a: 1 })).toBe(false);
  expect(await mayHaveArrived(silentFailure('unreachable'))).toBe(true);
  expect(submission.mayHaveArrived({ a: 2 })).toBe(false);
  expect(await mayHaveArrived(refused(409))).toBe(false);
  expect(await mayHaveArrived()).toBe(false);
});

test('two files with the same name and size are distinguished by when they were changed', async () => {
  const { submit, keys } = recorder();
  const file = (lastModified: number) => new File(['a'], 'links.csv', { lastModified });
  await submit({ files: { file: [file(1)] } }, silentFailure('timeout'));
  await submit({ files: { file: [file(1)] } }, silentFailure('timeout'));
  await submit({ files: { file: [file(2)] } });
  expect(keys).toEqual(['key-1', 'key-1', 'key-2']);
});

test('the same again joins what is on its way; another row of a list is sent after it, even when that fails', async () => {
  const submission = createSubmission();
  const first = Promise.withResolvers<string>();
  const sent: string[] = [];
  const press = (id: string) =>
    submission
      .send({ params: { id } }, () => (sent.push(id) === 1 ? first.promise : Promise.resolve(id)))
      .catch(() => `${id} failed`);
  const pressed = [press('a'), press('b'), press('a'), press('b'), press('c')];
  expect(sent).toEqual(['a']);
  first.reject(refused(503));
  expect(await Promise.all(pressed)).toEqual(['a failed', 'b', 'a failed', 'b', 'c']);
  expect(sent).toEqual(['a', 'b', 'c']);
  await press('a');
  expect(sent).toEqual(['a', 'b', 'c', 'a']);
});

test('what was chosen, changed, and chosen again is sent again last', async () => {
  const submission = createSubmission();
  const first = Promise.withResolvers<string>();
  const sent: string[] = [];
  const choose = (choice: string) =>
    submission.send({ body: { topic: 'a', choice } }, () =>
      sent.push(choice) === 1 ? first.promise : Promise.resolve(`${choice} again`),
    );
  const chosen = [choose('digest'), choose('portal'), choose('digest'), choose('digest')];
  first.resolve('digest');
  expect(await Promise.all(chosen)).toEqual(['digest', 'portal again', 'digest again', 'digest again']);
  expect(sent).toEqual(['digest', 'portal', 'digest']);
});
