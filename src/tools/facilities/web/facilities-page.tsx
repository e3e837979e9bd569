import { FileX } from 'lucide-react';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { PagePending } from '../../../platform/web/feedback/page-pending.tsx';
import { useTitle } from '../../../platform/web/routes/title.ts';
import { ShowSecret } from '../../../platform/web/texts/line.tsx';
import { PageText } from '../../../platform/web/texts/page-text.tsx';
import { type PageName, readFacilitiesPage, secretNames } from '../contract.ts';
import { Secret } from './secret.tsx';

interface FacilitiesPageProps {
  page: PageName;
  /** Until the text arrives with its own title. */
  title: string;
}

/** A page of Facilities, as its file has it. */
export function FacilitiesPage({ page, title }: FacilitiesPageProps) {
  const answer = useCall(readFacilitiesPage, { params: { page } });
  const text = answer.data?.data;
  useTitle(text?.title ?? title);
  if (answer.error?.reason === 'withdrawn') {
    return (
      <PageNotice title={title} icon={<FileX />}>
        <p>{answer.error.detail}</p>
      </PageNotice>
    );
  }
  if (text !== undefined) {
    return (
      <ShowSecret value={showSecret}>
        <PageText text={text} />
      </ShowSecret>
    );
  }
  return <PagePending answer={answer} heading={title} what="the text" />;
}

function showSecret({ secret, label }: { secret: string; label: string }) {
  const name = secretNames.find((one) => one === secret);
  return name === undefined ? null : <Secret secret={name} label={label} />;
}
