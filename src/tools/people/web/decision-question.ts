import type { Question } from '../../../platform/web/feedback/confirm.ts';
import type { Decision, LinkRequest } from '../contract.ts';

/** What IT confirms before a decision is carried out. */
export function questionFor(decision: Decision, request: LinkRequest): Question {
  const { name, email, person, record, hasAccount, isKeptOut } = request;
  if (record !== null) return aboutRecord(decision, person.name, record);
  switch (decision) {
    case 'link':
      return {
        title: 'Are both accounts the same person?',
        text: `${name} will get everything that belongs to ${person.name}. This can't be undone here, so check with the person in a way you trust.`,
        action: 'Link',
        danger: true,
      };
    case 'separate':
      return {
        title: `Does ${email} belong to someone new?`,
        text: `${person.name} is signed out and blocked. Their data is kept. ${name} gets ${hasAccount ? 'the address' : 'a new account'} the next time they sign in.`,
        action: 'Give address to new person',
        danger: true,
      };
    case 'refuse':
      return {
        title: `Refuse the request of ${name}?`,
        text: isKeptOut
          ? 'Nothing changes. Another sign-in attempt sends a new request.'
          : "Nothing changes. You won't be asked again unless their name or email address changes.",
        action: 'Refuse',
      };
  }
}

function aboutRecord(decision: Decision, name: string, record: NonNullable<LinkRequest['record']>): Question {
  if (decision !== 'link')
    return {
      title: `Is ${record.name} someone else?`,
      text: `${name} can still sign in, without a directory record. You won't be asked about the two again.`,
      action: 'Someone else',
    };
  const givesAccess = record.accessGroups.length > 0;
  const gets = givesAccess ? `, who also gets the access of ${groupWords(record.accessGroups)}` : '';
  return {
    title: `Is ${name} the person in the directory?`,
    text: `What the directory says about ${record.name} will be shown for ${name}${gets}. Check with the person in a way you trust.`,
    action: 'Link',
    danger: givesAccess,
  };
}

/** "Domain-IT and Domain-Staff" */
export function groupWords(groups: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(groups);
}
