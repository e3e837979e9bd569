import type { Asked } from '../../../../platform/server/outside/ask-public.ts';

/** `unclear` says nothing about the page, so it neither marks a link as broken nor clears it. */
export interface Judged {
  verdict: 'works' | 'failed' | 'gone' | 'unclear';
  /** One sentence for those who manage the link. */
  answer: string;
}

const failures: Readonly<Record<string, string>> = {
  TIMEOUT: 'The site did not answer in time.',
  ENOTFOUND: "The site's name does not exist.",
  ECONNREFUSED: 'The site refused the connection.',
  TOO_MANY_REDIRECTS: 'The page redirects again and again.',
  BAD_REDIRECT: 'The page redirects to something that is not a web address.',
  CERT_HAS_EXPIRED: "The site's certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The site's certificate is for a different name.",
};
const reasons: Readonly<Record<number, string>> = {
  404: ' Not Found',
  410: ' Gone',
  500: ' Internal Server Error',
  503: ' Service Unavailable',
};
/** Our own name server or network, more likely than the site. */
const ours = new Set(['EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EMFILE']);

/** What a response says about a page. */
export function judge(asked: Asked): Judged {
  switch (asked.kind) {
    case 'left':
      return {
        verdict: 'works',
        answer: `The page redirects to ${asked.host}, where targets are not checked.`,
      };
    case 'refused':
      return {
        verdict: 'unclear',
        answer: 'The page could not be checked, because it is on a private network or at an unusual port.',
      };
    case 'failed':
      if (ours.has(asked.code))
        return { verdict: 'unclear', answer: 'The page could not be checked because of a network problem.' };
      return { verdict: 'failed', answer: failures[asked.code] ?? 'The site could not be reached.' };
    case 'answered':
      return judgeStatus(asked.status);
  }
}

/** Many sites refuse programs, or ask them to sign in: the page exists all the same (RFC 9110, section 15). */
function judgeStatus(status: number): Judged {
  const answer = `The site responded with ${status}${reasons[status] ?? ''}.`;
  if (status === 404 || status === 410) return { verdict: 'gone', answer };
  if (status === 429) return { verdict: 'unclear', answer };
  return { verdict: status >= 500 ? 'failed' : 'works', answer };
}

/** Whether there was no response from the site at all, so that its other pages need not be tried. */
export function isSilent(asked: Asked): boolean {
  return asked.kind === 'failed' && !asked.code.endsWith('_REDIRECT') && !asked.code.endsWith('_REDIRECTS');
}
