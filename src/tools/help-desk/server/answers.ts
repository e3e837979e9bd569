import { z } from 'zod';
import { text } from '../../../platform/contract/fields.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { unanswered } from '../contract/unanswered.ts';
import { submitTicket } from '../contract.ts';
import type { HelpDeskCampus } from '../settings.ts';
import type { Answer } from './tables.ts';

const answers = z.record(z.string().max(40), z.string());
const oneAnswer = text();

/**
 * The category of a form and the answers to its questions.
 * @param sent JSON as the form sends it
 * @throws Refusal for a category that is not on the form, and for answers that do not fit its questions
 */
export function readAnswers(
  { categories }: HelpDeskCampus,
  name: string,
  sent: string,
): { category: string | null; answers: Answer[] } {
  if (name === '') return { category: null, answers: [] };
  const category = categories.find((one) => one.name === name);
  if (category === undefined) {
    const { detail } = submitTicket.refusals['unknown-category'];
    throw refusalOf(submitTicket, 'unknown-category', { fields: { category: detail } });
  }
  const parsed = answers.safeParse(parseJson(sent));
  if (!parsed.success) throw refusalOf(submitTicket, 'wrong-answers');
  const fields: Record<string, string> = {};
  const given = category.questions.flatMap((question) => {
    const { name: key, label, options, required } = question;
    const { data: answer = '', error } = oneAnswer.safeParse(parsed.data[key] ?? '');
    if (error !== undefined) {
      fields[`answer-${key}`] = error.issues[0]?.message ?? 'Enter an answer.';
      return [];
    }
    if (answer === '' && required) fields[`answer-${key}`] = unanswered(question);
    if (answer !== '' && options.length > 0 && !options.includes(answer))
      fields[`answer-${key}`] = `Choose one of: ${options.join(', ')}.`;
    return answer === '' ? [] : [{ question: label, answer }];
  });
  if (Object.keys(fields).length > 0)
    throw refusalOf(submitTicket, 'wrong-answers', { detail: 'Check the marked fields.', fields });
  return { category: name, answers: given };
}

function parseJson(sent: string): unknown {
  if (sent === '') return {};
  try {
    return JSON.parse(sent);
  } catch {
    return null;
  }
}
