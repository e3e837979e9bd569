import { initialsOf } from '../../../contract/initials.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Pages, RenderedPage } from '../../pages/pages.ts';
import { type DemoPerson, demoEmail, demoPeople } from './demo-people.ts';

interface DemoPage {
  action: string;
  redirect: string;
  photos: ReadonlyMap<string, Buffer>;
}

/** The page that offers the demo people, one click each. Works without scripts. */
export function renderDemoPage(pages: Pages, page: DemoPage): RenderedPage {
  return pages.message({
    status: 200,
    title: 'Who would you like to be?',
    text: 'These people are made up. Choose one to see the portal as they do. You can come back and switch at any time.',
    content: html`${demoPeople.map(({ heading, people }) => renderGroup(heading, people, page))}`,
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
