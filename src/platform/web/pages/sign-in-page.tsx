import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { LogoMark } from '../../ui/logo.tsx';
import { WaitingNotice } from '../../ui/waiting-notice.tsx';
import { useAccount } from '../session/account.ts';
import { pageData } from '../session/page-data.ts';
import { providerLogin, redirectOf } from '../session/sign-in.ts';
import { SignInHelp } from './sign-in-help.tsx';
import styles from './sign-in-page.module.css';

/** Offers the providers. With only one there is nothing to choose, and a signed-in person is sent on. */
export function SignInPage() {
  const { campus } = pageData;
  const { account } = useAccount();
  const [, navigate] = useLocation();
  const redirect = redirectOf(useSearch());
  const [only, ...others] = campus.providers;
  const skipTo = only !== undefined && others.length === 0 ? providerLogin(only.name, redirect) : null;
  const signedIn = account !== null;

  useEffect(() => {
    if (signedIn) navigate(redirect, { replace: true });
    else if (skipTo !== null) window.location.replace(skipTo);
  }, [signedIn, skipTo, redirect, navigate]);

  if (signedIn || skipTo !== null) return <WaitingNotice>Redirecting to Login...</WaitingNotice>;
  return (
    <section className={styles.page}>
      <LogoMark size={44} />
      <h1 tabIndex={-1}>Sign in to {campus.product}</h1>
      {campus.providers.length === 0 ? (
        <p>No one can sign in right now, because no sign-in provider is configured. Please contact IT.</p>
      ) : (
        <>
          <p>Choose your {campus.college} account.</p>
          <ul className={styles.providers}>
            {campus.providers.map(({ name, title }) => (
              <li key={name}>
                <Button
                  component="a"
                  href={providerLogin(name, redirect)}
                  variant="default"
                  size="lg"
                  fullWidth
                >
                  {title}
                </Button>
              </li>
            ))}
          </ul>
          <SignInHelp />
        </>
      )}
    </section>
  );
}
