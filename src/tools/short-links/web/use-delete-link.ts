import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { deleteLink, type Link, listLinks } from '../contract.ts';

export function useDeleteLink(): (link: Link) => Promise<void> {
  const remove = useAction(deleteLink, { invalidates: [listLinks] });
  return async (link) => {
    await remove.run(
      { params: { id: link._id } },
      {
        confirm: {
          title: `Delete /r/${link.shortUrl}?`,
          text: `${visited(link.visits)} The link stops working immediately, including on printed materials. This can't be undone.`,
          action: 'Delete',
          danger: true,
        },
        done: `Deleted /r/${link.shortUrl}`,
        failed: `/r/${link.shortUrl} was not deleted`,
      },
    );
  };
}

function visited(times: number): string {
  if (times === 0) return 'It has never been visited.';
  return times === 1
    ? 'It has been visited once.'
    : `It has been visited ${times.toLocaleString('en-US')} times.`;
}
