import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useAccount } from '../../../platform/web/session/account.ts';
import { raLogs } from '../tool.ts';
import { LogForm } from './log-form.tsx';
import { LogTabs } from './log-tabs.tsx';

/** The form of a round. It opens and works offline. */
export function Screen() {
  const { account } = useAccount();
  return (
    <>
      <PageHeading lead={raLogs.screens.add.lead}>{raLogs.screens.add.title}</PageHeading>
      <LogTabs />
      {account !== null && <LogForm key={account.id} account={account} />}
    </>
  );
}
