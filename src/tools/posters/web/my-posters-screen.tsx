import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { FileName } from '../../../platform/ui/file-name.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { formatDay } from '../../../platform/ui/zoned-time.ts';
import { useCall } from '../../../platform/web/client/query.ts';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { sizeInWords } from '../contract/poster-size.ts';
import type { PosterRow } from '../contract/shapes.ts';
import { listMyPosters } from '../contract.ts';
import { posters } from '../tool.ts';
import { posterPath } from './links.ts';
import { StateTag } from './state-tag.tsx';

const columns: Column<PosterRow>[] = [
  {
    title: 'Poster',
    cell: ({ id, number, fileName }) => (
      <Stacked>
        <AppLink to={posterPath(id)}>
          <FileName>{fileName}</FileName>
        </AppLink>
        <Soft>#{number}</Soft>
      </Stacked>
    ),
  },
  { title: 'Size', width: 'fit', cell: (row) => sizeInWords(row) },
  { title: 'Copies', width: 'fit', align: 'end', cell: ({ numberOfCopies }) => numberOfCopies },
  { title: 'Status', width: 'fit', cell: ({ state }) => <StateTag state={state} isOwn /> },
  { title: 'Needed by', width: 'fit', cell: ({ neededBy }) => formatDay(neededBy) },
];

/** What this person had printed. */
export function Screen() {
  const list = useListAddress(listMyPosters);
  const answer = useCall(listMyPosters, { query: list.query }, { keepPrevious: true });
  const submit = (
    <Button
      leftSection={<Plus size={18} aria-hidden="true" />}
      renderRoot={(props) => <AppLink to={posters.screens.request.path} {...props} />}
    >
      New request
    </Button>
  );
  return (
    <>
      <PageHeading lead={posters.screens.mine.lead} actions={submit}>
        {posters.screens.mine.title}
      </PageHeading>
      <ListView
        list={list}
        answer={answer}
        noun={['request', 'requests']}
        emptyText="Send a PDF, and the mail room prints it as a poster."
      >
        {(rows) => (
          <DataTable
            caption="My poster requests, newest first"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </ListView>
    </>
  );
}
