import { asApiError } from '../../../platform/web/client/api-error.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { deleteLink, type Link, listLinks } from '../contract.ts';

/** Asks, deletes, and says how it went. */
export function useDeleteLink(onDeleted: (link: Link) => void): (link: Link) => Promise<void> {
  const remove = useWrite(deleteLink, { invalidates: [listLinks] });
  return async (link) => {
    const visits =
      link.visits === 1
        ? 'It was visited once.'
        : `It was visited ${link.visits.toLocaleString('en-US')} times.`;
    const yes = await askToConfirm({
      title: `Delete /r/${link.shortUrl}?`,
      text: `${visits} The address stops working at once, also where it is already printed. This cannot be undone.`,
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
