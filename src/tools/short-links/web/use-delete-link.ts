import { asApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { deleteLink, type Link, listLinks } from '../contract.ts';

/** Asks, deletes, and says how it went. */
export function useDeleteLink(onDeleted: (link: Link) => void): (link: Link) => Promise<void> {
  const remove = useWrite(deleteLink, { invalidates: [listLinks] });
  return async (link) => {
    const yes = await askToConfirm({
      title: `Delete /r/${link.shortUrl}?`,
      text: `${visited(link.visits)} The address stops working at once, also where it is already printed. This cannot be undone.`,
      action: 'Delete',
      danger: true,
    });
    if (!yes) return;
    try {
      await remove.send({ params: { id: link._id } });
      showToast({ title: `Deleted /r/${link.shortUrl}` });
      onDeleted(link);
    } catch (error) {
      showToast({
        tone: 'error',
        title: `/r/${link.shortUrl} was not deleted`,
        text: asApiError(error).detail,
      });
    }
  };
}

function visited(times: number): string {
  if (times === 0) return 'It was never visited.';
  return times === 1 ? 'It was visited once.' : `It was visited ${times.toLocaleString('en-US')} times.`;
}
