import { Button } from '@mantine/core';
import { Upload } from 'lucide-react';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { contentTypes, ownerTypes } from '../contract/shapes.ts';
import { listFiles, readFileOptions } from '../contract.ts';
import { files } from '../tool.ts';
import styles from './files.module.css';
import { FilesTable } from './files-table.tsx';
import { useDeleteFile } from './use-file-actions.ts';

const any = (label: string, values: readonly string[]) => [
  { value: '', label },
  ...values.map((value) => ({ value, label: value })),
];

const states = [
  { value: '', label: 'Not deleted' },
  { value: 'published', label: 'Published' },
  { value: 'withdrawn', label: 'Withdrawn' },
  { value: 'deleted', label: 'Deleted' },
  { value: 'retired', label: 'Retired' },
];

/** All files, for IT: find, download, delete, and restore. */
export function Screen() {
  const list = useListAddress(listFiles);
  const answer = useCall(listFiles, { query: list.query as never }, { keepPrevious: true });
  const options = useCall(readFileOptions, {}).data?.data;
  const deleteFile = useDeleteFile();
  const { filters, setFilter } = list;
  const uploadButton = (
    <Button
      leftSection={<Upload size={18} aria-hidden="true" />}
      renderRoot={(props) => <AppLink to={files.screens.upload.path} {...props} />}
    >
      Upload file
    </Button>
  );
  const names = options?.groups.map(({ name }) => name) ?? [];
  const groups = filters.group === '' || names.includes(filters.group) ? names : [...names, filters.group];
  return (
    <>
      <PageHeading lead={files.screens.manage.lead} actions={uploadButton}>
        {files.screens.manage.title}
      </PageHeading>
      <ListToolbar>
        <SearchField
          label="Search filenames"
          value={filters.originalFilename}
          onSearch={(text) => setFilter('originalFilename', text)}
        />
        <CompactSelect
          label="Owner type"
          value={filters.ownerType}
          onChange={(value) => setFilter('ownerType', value)}
          options={any('All owners', ownerTypes)}
        />
        <CompactSelect
          label="Content type"
          value={filters.contentType}
          onChange={(value) => setFilter('contentType', value)}
          options={any('All types', contentTypes)}
        />
        <CompactSelect
          label="Status"
          value={filters.state}
          onChange={(value) => setFilter('state', value)}
          options={states}
        />
        {/* Last: it grows once the groups are loaded. */}
        <CompactSelect
          label="Group"
          value={filters.group}
          onChange={(value) => setFilter('group', value)}
          options={any('All groups', groups)}
        />
      </ListToolbar>
      <ListView list={list} answer={answer} noun={['file', 'files']} emptyText="Upload the first one.">
        {(rows) => <FilesTable rows={rows} onDelete={(file) => void deleteFile(file)} />}
      </ListView>
      {options && (
        <p className={styles.total}>
          {options.scanned
            ? 'Uploads are checked for viruses.'
            : 'Uploads are not checked for viruses: no scanner is set up.'}
        </p>
      )}
    </>
  );
}
