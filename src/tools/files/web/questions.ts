import { shownName } from '../../../platform/ui/file-name.tsx';
import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';

/** Groups that the portal does not know: a typo would publish to no one. */
export function confirmGroups(unknown: readonly string[]): Promise<boolean> {
  const names = new Intl.ListFormat('en-US').format(unknown);
  return askToConfirm({
    title: unknown.length === 1 ? 'Is this group right?' : 'Are these groups right?',
    text: `The portal does not know ${names}. If the name is wrong, no one in it can see the file.`,
    action: 'Use it anyway',
    stay: 'Check it',
  });
}

export function confirmVersion(name: string): Promise<boolean> {
  return askToConfirm({
    title: 'Add as a new version?',
    text: `There is already a file "${shownName(name)}" with this owner. As a new version, it replaces what people download, and the link stays the same. Who can see it changes to what you chose here.`,
    action: 'Add as a new version',
    stay: 'Use another name',
  });
}
