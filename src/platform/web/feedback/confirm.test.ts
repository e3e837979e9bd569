import { expect, onTestFinished, test, vi } from 'vitest';
import { answerNatively, askToConfirm, questionStore } from './confirm.ts';

const question = { title: 'Delete?', text: 'It is gone for good.', action: 'Delete' };

test('a question is open until it is answered', async () => {
  const answer = askToConfirm(question);
  expect(questionStore.current()).toMatchObject(question);
  questionStore.current()?.answer(true);
  await expect(answer).resolves.toBe(true);
  expect(questionStore.current()).toBeNull();
});

test('a second question closes the first one with no', async () => {
  const first = askToConfirm(question);
  const second = askToConfirm({ ...question, title: 'Leave?' });
  await expect(first).resolves.toBe(false);
  expect(questionStore.current()?.title).toBe('Leave?');
  questionStore.current()?.answer(false);
  await expect(second).resolves.toBe(false);
});

test('if the dialog cannot load, the browser asks the question that is open by then, as after a double click', async () => {
  vi.stubGlobal('window', { confirm: () => true });
  onTestFinished(() => void vi.unstubAllGlobals());
  const first = askToConfirm(question);
  const second = askToConfirm(question);
  answerNatively();
  await expect(first).resolves.toBe(false);
  await expect(Promise.race([second, 'never'])).resolves.toBe(true);
});
