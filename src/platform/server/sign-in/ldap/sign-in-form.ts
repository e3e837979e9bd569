import { type Html, html } from '../../pages/html.ts';
import type { Pages, RenderedPage } from '../../pages/pages.ts';

interface SignInPage {
  status: number;
  /** What the college calls these accounts. */
  title: string;
  action: string;
  redirect: string;
  username: string;
  /** What was wrong with the last attempt, at the field it is about or above the form. */
  problems: { username?: string; password?: string; form?: string };
}

/** The form for name and password. Works without scripts; the password is never sent back. */
export function renderSignInForm(pages: Pages, page: SignInPage): Promise<RenderedPage> {
  const { status, title, problems } = page;
  const failed = Object.keys(problems).length > 0;
  return pages.message({
    status,
    title: 'Sign in',
    documentTitle: failed ? 'Error: Sign in' : 'Sign in',
    text: `Use your ${title}.`,
    content: renderForm(page),
    isSignIn: true,
    links: [{ href: '/', title: 'Go to the home page' }],
  });
}

function renderForm({ action, redirect, username, problems }: SignInPage): Html {
  // After a failure the password is what has to be typed again, unless the name was missing.
  const first = username === '' || problems.username !== undefined ? 'username' : 'password';
  const form = problems.form;
  return html`<form class="fields" method="post" action="${action}" novalidate>
${form === undefined ? null : html`<p class="problem" id="form-problem" role="alert">${form}</p>`}
<input type="hidden" name="redirect" value="${redirect}">
${field({ name: 'username', label: 'Username', type: 'text', value: username, autocomplete: 'username', problem: problems.username, form, focused: first === 'username' })}
${field({ name: 'password', label: 'Password', type: 'password', value: '', autocomplete: 'current-password', problem: problems.password, form, focused: first === 'password' })}
<button class="button">Sign in</button>
</form>`;
}

interface Field {
  name: 'username' | 'password';
  label: string;
  type: string;
  value: string;
  autocomplete: string;
  problem: string | undefined;
  form: string | undefined;
  focused: boolean;
}

function field({ name, label, type, value, autocomplete, problem, form, focused }: Field): Html {
  const about = problem === undefined ? (form === undefined ? '' : 'form-problem') : `${name}-problem`;
  const described = about === '' ? null : html` aria-invalid="true" aria-describedby="${about}"`;
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false" maxlength="1000" required${described}${focused ? html` autofocus` : null}>
${problem === undefined ? null : html`<p class="problem" id="${name}-problem">${problem}</p>`}</div>`;
}
