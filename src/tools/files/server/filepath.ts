interface Owner {
  ownerType: string;
  department?: string | undefined;
  committee?: string | undefined;
  /** With a slash at its end, or empty. Used only for automations. */
  folder?: string | undefined;
}

const automations = '/automation/';

/** Where a file is: its owner type, the department, committee, or folder of an automation, and its name. */
export function pathOfFile(owner: Owner, fileName: string): string {
  const { ownerType, department = '', committee = '', folder = '' } = owner;
  if (ownerType === 'Automation') return `${automations}${folder}${fileName}`;
  const name = ownerType === 'Department' ? department : ownerType === 'Committee' ? committee : '';
  const folders = [ownerType, name].filter((part) => part !== '').map(folderOf);
  return `/${[...folders, fileName].join('/')}`;
}

/** The path of an automation's file, in the form that service tokens are limited to; `null` for other files. */
export function pathForTokens(filepath: string): string | null {
  return filepath.startsWith(automations) ? filepath.slice(automations.length) : null;
}

/** A name as part of a path: lower case, words joined by hyphens. */
function folderOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
