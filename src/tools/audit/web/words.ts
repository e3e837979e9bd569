/** `short-link.create` reads `Short link: create`. */
export function actionWords(action: string): string {
  const [noun = '', verb = ''] = action.split('.');
  const done = plain(verb);
  return verb === '' ? plain(noun) : `${plain(noun)}: ${done.charAt(0).toLowerCase()}${done.slice(1)}`;
}

/** `assignee_name` and `assigneeName` read `Assignee name`. */
export function plain(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase();
  const spelled = words.replace(/\b[a-z]+\b/g, (word) => spellings[word] ?? word);
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
}

/** Words that are not written in lower case. */
const spellings: Readonly<Record<string, string>> = {
  csv: 'CSV',
  id: 'ID',
  ip: 'IP',
  pcard: 'P-Card',
  ra: 'RA',
  saml: 'SAML',
  url: 'URL',
  wifi: 'Wi-Fi',
};
