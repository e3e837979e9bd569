import { initialsOf } from '../../../contract/initials.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Pages, RenderedPage } from '../../pages/pages.ts';
import { type DemoPerson, demoEmail, demoPeople } from './demo-people.ts';

interface DemoPage {
  action: string;
  redirect: string;
  photos: ReadonlyMap<string, Buffer>;
  /** What was typed at the last attempt, and what was wrong with it. */
  username?: string;
  problem?: string;
}

/** The page that offers the demo people, one click each. Works without scripts. */
export function renderDemoPage(pages: Pages, page: DemoPage): Promise<RenderedPage> {
  return pages.message({
    status: page.problem === undefined ? 200 : 403,
    title: 'Who would you like to be?',
    text: 'These people are made up. Choose one to see the portal as they do. You can come back and switch at any time.',
    content: html`${demoPeople.map(({ heading, people }) => renderGroup(heading, people, page))}<h2>With a password</h2>${renderPasswordForm(page)}`,
    isSignIn: true,
    links: [{ href: '/', title: 'Go to the home page' }],
  });
}

function renderGroup(heading: string, people: readonly DemoPerson[], page: DemoPage): Html {
  return html`<h2>${heading}</h2><div class="choices">${people.map((person) => renderPerson(person, page))}</div>`;
}

function renderPerson(person: DemoPerson, { action, redirect, photos }: DemoPage): Html {
  const email = demoEmail(person);
  const photo = photos.get(email);
  const face =
    photo === undefined
      ? html`<span class="initials" aria-hidden="true">${initialsOf(person.name)}</span>`
      : html`<img src="data:image/jpeg;base64,${photo.toString('base64')}" alt="" width="40" height="40">`;
  const groups = person.groups.length === 0 ? 'no groups' : person.groups.join(', ');
  return html`<form method="post" action="${action}"><input type="hidden" name="email" value="${email}"><input type="hidden" name="redirect" value="${redirect}"><button class="choice">${face}<span><strong>${person.name}</strong><small>${person.role}</small><small>${groups}</small></span></button></form>`;
}

/** For a demo person who has set a password, to try the password reset all the way through. */
function renderPasswordForm({ action, redirect, username = '', problem }: DemoPage): Html {
  return html`<p>Demo people who have set a password can also use it.</p>
<form class="fields" method="post" action="${action}">
${problem === undefined ? null : html`<p class="problem" role="alert">${problem}</p>`}
<input type="hidden" name="redirect" value="${redirect}">
<div class="field"><label for="username">Email</label>
<input id="username" name="username" type="email" value="${username}" autocomplete="username" maxlength="320" required></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1000" required></div>
<div><button class="button">Sign in</button></div>
</form>`;
}
