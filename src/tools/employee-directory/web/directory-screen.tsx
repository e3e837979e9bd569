import { Button } from '@mantine/core';
import { SearchX, UserRound } from 'lucide-react';
import { useMemo } from 'react';
import { counted } from '../../../platform/contract/counted.ts';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { EmptyState } from '../../../platform/ui/empty-state.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { PrintButton } from '../../../platform/ui/print-button.tsx';
import { SelectField } from '../../../platform/ui/select-field.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useTextAddress } from '../../../platform/web/list/use-text-address.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { listDepartments, listEmployeePages } from '../contract.ts';
import { employeeDirectory } from '../tool.ts';
import { DepartmentList } from './department-list.tsx';
import styles from './directory-screen.module.css';
import { pagePath, pagesByName } from './employee-pages.ts';
import { filterDepartments } from './filter.ts';

/** Everyone who works here, by department. */
export function Screen() {
  const answer = useCall(listDepartments, {});
  // The list itself does not wait for it, nor does it fail without it.
  const { data: pages } = useCall(listEmployeePages, {}, { enabled: answer.data !== undefined });
  const pageOf = useMemo(() => pagesByName(pages?.data ?? []), [pages]);
  const [name, setName] = useTextAddress('name');
  const [department, setDepartment] = useTextAddress('department');
  const all = answer.data?.data ?? [];
  const shown = filterDepartments(all, { department, name });
  const people = shown.reduce((sum, { employees }) => sum + employees.length, 0);
  const isFiltered = name !== '' || department !== '';
  const clear = () => {
    setName('');
    setDepartment('');
  };
  return (
    <>
      <PageHeading
        lead={employeeDirectory.screens.directory.lead}
        actions={
          <Buttons>
            {pages?.hasOwn && (
              <Button
                variant="default"
                leftSection={<UserRound size={16} aria-hidden="true" />}
                renderRoot={(props) => <AppLink to={pagePath('me')} {...props} />}
              >
                Your page
              </Button>
            )}
            <PrintButton />
          </Buttons>
        }
      >
        {employeeDirectory.screens.directory.title}
      </PageHeading>
      <div className={styles.filters} data-no-print>
        <SearchField label="Search by name" value={name} onSearch={setName} maxLength={100} />
        <SelectField
          aria-label="Department"
          placeholder="All departments"
          options={all.map((one) => one.name)}
          value={department}
          onChange={(event) => setDepartment(event.currentTarget.value)}
        />
      </div>
      {answer.data ? (
        <>
          <p className={people === 0 ? 'quad-heard' : styles.count} role="status">
            {people === 0 ? 'No people' : inDepartments(people, shown.length)}
          </p>
          {shown.length > 0 ? (
            <DepartmentList departments={shown} open={isFiltered} pageOf={pageOf} />
          ) : (
            <Panel>
              <EmptyState
                icon={<SearchX size={24} />}
                title={isFiltered ? 'No one found' : 'No one is in the directory yet'}
                actions={
                  isFiltered && (
                    <Button variant="default" onClick={clear}>
                      Show everyone
                    </Button>
                  )
                }
              >
                {department !== '' && 'Check the spelling, or search all departments.'}
                {department === '' && (name === '' ? 'IT adds people to it.' : 'Check the spelling.')}
              </EmptyState>
            </Panel>
          )}
        </>
      ) : (
        <Panel flush>
          <Pending answer={answer} what="the directory" rows={8} />
        </Panel>
      )}
    </>
  );
}

function inDepartments(people: number, departments: number): string {
  return `${counted(people, 'person', 'people')} in ${counted(departments, 'department')}`;
}
