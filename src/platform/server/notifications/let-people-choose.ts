import { notificationsPath } from '../../contract/notifications.ts';
import type { Unaudited } from '../change/unaudited.ts';
import type { Reader } from '../db/database.ts';
import { JobFailure } from '../jobs/job-failure.ts';
import type { Mail } from '../mail/mail.ts';
import { findRecipient, rememberTopic } from './choices.ts';

interface ChoosingServices {
  reader: Reader;
  unaudited: Unaudited;
  publicUrl: string;
  /** The declared topics of all tools. */
  topics: ReadonlySet<string>;
}

/** The same mail, but an email about a topic is sent as its recipient chose, and not to people who are blocked. */
export function letPeopleChoose(
  mail: Mail,
  { reader, unaudited, publicUrl, topics }: ChoosingServices,
): Mail {
  const hint = `\nChoose what you get by email: ${publicUrl}${notificationsPath}`;
  return {
    ...mail,
    async send(email, signal) {
      const { notification, key, to, subject } = email;
      if (notification === undefined) return mail.send(email, signal);
      const { topic, page } = notification;
      if (!topics.has(topic)) throw new JobFailure('An email has an unknown topic.', { final: true });
      const person = await findRecipient(reader, to, topic);
      if (person?.disabled === true) return 'Not sent: its recipient is blocked.';
      const choice = person?.choice ?? 'now';
      if (person?.choice === null) await rememberTopic(unaudited('kinds of email'), person.id, topic);
      if (person === undefined || choice === 'now')
        return mail.send({ ...email, text: email.text + hint }, signal);
      if (choice === 'portal') return 'Not sent: its recipient chose to read this in the portal only.';
      await unaudited('digest entries')
        .insertInto('digest_entries')
        .values({ key, person_id: person.id, topic, subject, page })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return 'Kept for the daily digest, as its recipient chose.';
    },
  };
}
