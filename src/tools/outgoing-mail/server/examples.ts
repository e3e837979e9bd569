import type { ToolExamples } from '../../../platform/server/tool/examples.ts';

const subject = 'An example of outgoing mail';

export const examples: ToolExamples = {
  async fill({ platform: { mail } }) {
    const { signal } = new AbortController();
    for (let number = 10; number < 22; number += 1) {
      const text = 'See https://sawtooth.example/support.';
      await mail.send({ key: `example-${number}`, to: 'student@sawtooth.example', subject, text }, signal);
    }
  },
  // Other tools send email in the meantime.
  lists: { listOutgoingMail: { among: { search: subject } } },
};
