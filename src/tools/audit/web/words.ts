/** `short-link.create` reads `Short link: create`. */
export function actionWords(action: string): string {
  const [noun = '', verb = ''] = action.split('.');
  return verb === '' ? plain(noun) : `${plain(noun)}: ${plain(verb).toLowerCase()}`;
}

/** `assignee_name` and `assigneeName` read `Assignee name`. */
export function plain(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
