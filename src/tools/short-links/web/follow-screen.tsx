import { Button } from '@mantine/core';
import { CalendarX2, CloudAlert, Unlink } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { WaitingNotice } from '../../../platform/ui/waiting-notice.tsx';
import { type ApiError, asApiError, silentFailure } from '../../../platform/web/client/api-error.ts';
import { call } from '../../../platform/web/client/call.ts';
import { useWhenBack } from '../../../platform/web/client/use-when-back.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { useTitle } from '../../../platform/web/routes/title.ts';
import { resolveLink } from '../contract.ts';
import styles from './follow-screen.module.css';

/** Where a browser may be sent on the server's word; anything else could run as a program. */
const isWebAddress = (address: string) => /^https?:\/\//i.test(address);

/** Follows a short link, or says why it does not work. */
export function Screen({ params }: { params: { shortUrl: string } }) {
  const { shortUrl } = params;
  const [target, setTarget] = useState<string | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const followed = useRef<string | null>(null);

  const follow = useCallback(async () => {
    setError(null);
    try {
      const address = await call(resolveLink, { params: { shortUrl } });
      if (!isWebAddress(address)) throw silentFailure('foreign');
      setTarget(address);
      window.location.replace(address);
    } catch (thrown) {
      setError(asApiError(thrown));
    }
  }, [shortUrl]);

  useEffect(() => {
    // Every call counts a visit, and React may run an effect twice.
    if (followed.current === shortUrl) return;
    followed.current = shortUrl;
    void follow();
  }, [follow, shortUrl]);

  useWhenBack(error?.mayPass === true, () => void follow());

  if (error) return <Dead shortUrl={shortUrl} error={error} onRetry={() => void follow()} />;
  return (
    <>
      <WaitingNotice>Redirecting...</WaitingNotice>
      {target && <StillHere target={target} />}
    </>
  );
}

/** The page did not change although it should have: the target is a download, or very slow. */
function StillHere({ target }: { target: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 4_000);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <p className={styles.still}>
      Nothing happening? Open <a href={target}>{target}</a>
    </p>
  );
}

function Dead({ shortUrl, error, onRetry }: { shortUrl: string; error: ApiError; onRetry: () => void }) {
  if (error.status === 410) {
    return (
      <Notice
        icon={<CalendarX2 />}
        name="Link expired"
        title={`The URL you are trying to reach has expired: /${shortUrl}`}
      >
        <p>Ask the person who gave it to you for a new one.</p>
        <AppLink to="/">Go to the home page</AppLink>
      </Notice>
    );
  }
  if (error.status === 404) {
    return (
      <Notice icon={<Unlink />} name="No such link" title={`There is no short link /${shortUrl}`}>
        <p>Check it for typos: letters, digits, hyphens, and underscores all matter.</p>
        <AppLink to="/">Go to the home page</AppLink>
      </Notice>
    );
  }
  return (
    <Notice
      icon={<CloudAlert />}
      name="Link not opened"
      title={`The short link /${shortUrl} could not be opened`}
    >
      <p>{error.detail}</p>
      <Button onClick={onRetry}>Try again</Button>
    </Notice>
  );
}

function Notice({
  name,
  title,
  icon,
  children,
}: {
  name: string;
  title: string;
  icon: ReactNode;
  children: ReactNode;
}) {
  useTitle(name);
  return (
    <div role="alert">
      <PageNotice title={title} icon={icon}>
        {children}
      </PageNotice>
    </div>
  );
}
