import { pageData } from '../session/page-data.ts';

/** For people who can't sign in. Plain links: such a page may have a policy of its own, which takes a full load. */
export function SignInHelp({ className }: { className?: string }) {
  return pageData.campus.signInHelp.map(({ title, path }) => (
    <p key={path} className={className}>
      <a href={path}>{title}</a>
    </p>
  ));
}
