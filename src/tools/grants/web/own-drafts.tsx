import { Button } from '@mantine/core';
import { Panel } from '../../../platform/ui/panel.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { OwnDraft } from '../contract/draft-shapes.ts';
import { listDrafts, removeDraft } from '../contract.ts';
import styles from './applications.module.css';
import { draftPath } from './links.ts';

/** Applications that this person has started. Nothing if there are none. */
export function OwnDrafts({ drafts }: { drafts: readonly OwnDraft[] }) {
  const remove = useAction(removeDraft, { invalidates: [listDrafts] });
  if (drafts.length === 0) return null;
  return (
    <section className={styles.drafts} aria-labelledby="grant-drafts">
      <h2 id="grant-drafts">My drafts</h2>
      <Panel>
        <ul className={styles.draftList}>
          {drafts.map(({ _id, title, savedAt }) => {
            const name = title === '' ? 'Untitled draft' : title;
            return (
              <li key={_id} className={styles.draft}>
                <Stacked>
                  <AppLink to={draftPath(_id)}>{name}</AppLink>
                  <Soft>
                    Saved <CampusTime value={savedAt} />
                  </Soft>
                </Stacked>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Delete ${name}`}
                  onClick={() =>
                    void remove.run(
                      { params: { id: _id } },
                      {
                        confirm: {
                          title: 'Delete this draft?',
                          text: `“${name}” was not submitted. This can't be undone.`,
                          action: 'Delete',
                          danger: true,
                        },
                        done: 'Draft deleted',
                        failed: 'The draft was not deleted',
                      },
                    )
                  }
                >
                  Delete
                </Button>
              </li>
            );
          })}
        </ul>
      </Panel>
    </section>
  );
}
