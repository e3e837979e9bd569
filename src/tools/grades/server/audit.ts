/** An upload in the audit log: which sections and how many rows, never a grade. */
export const uploadColumns = {
  id: 'left out',
  file_id: 'left out',
  at: 'left out',
  by_name: 'left out',
  added: 'plain',
  changed: 'plain',
  removed: 'plain',
  undone_at: 'plain',
} as const;

export const fileColumns = {
  id: 'left out',
  owner_id: 'plain',
  term: 'plain',
  year: 'plain',
  created_at: 'left out',
  updated_at: 'left out',
} as const;
