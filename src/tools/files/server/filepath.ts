interface Owner {
  ownerType: string;
  department?: string | undefined;
  committee?: string | undefined;
}

/** Where a file stands: its owner type, the department or committee, and its name. */
export function pathOfFile({ ownerType, department = '', committee = '' }: Owner, fileName: string): string {
  const name = ownerType === 'Department' ? department : ownerType === 'Committee' ? committee : '';
  const folders = [ownerType, name].filter((part) => part !== '').map(folderOf);
  return `/${[...folders, fileName].join('/')}`;
}

/** A name as part of a path: lower case, words joined by hyphens. */
function folderOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
