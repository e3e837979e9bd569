import { Compass } from 'lucide-react';
import { PageNotice } from '../../ui/page-notice.tsx';
import { AppLink } from '../routes/link.tsx';

export function NotFoundPage() {
  return (
    <PageNotice title="Page Not Found" icon={<Compass />}>
      <p>
        We could not find the page you are looking for. If you believe this is an error, please contact IT.
      </p>
      <AppLink to="/">Go to the home page</AppLink>
    </PageNotice>
  );
}
