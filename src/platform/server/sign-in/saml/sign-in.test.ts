import { expect, it } from 'vitest';
import { accountOf } from '../oidc/testing/college.ts';
import { ida, samlCollegeForTests } from './testing/college.ts';
import { attributeNames, type Manner } from './testing/identity-provider.ts';

const college = samlCollegeForTests();

it('signs a person in with a signed request, in our names of the groups, and keeps the deep link', async () => {
  const browser = college.visitor();
  const { signed } = await college.provider.readRequest(await browser.begin('college', '/files?page=2'));
  expect(signed).toBe(true);
  const response = await browser.pass(ida, {}, '/files?page=2');
  const answer = await browser.arrive(response);
  expect([answer.status, answer.headers.location]).toEqual([303, '/files?page=2']);
  expect((await accountOf(browser.client)).body).toMatchObject({
    name: 'Ida Lorne',
    email: 'ida@sawtooth.example',
    groups: ['Domain-IT', 'Domain-Staff'],
  });
  expect(college.logLines).toContainEqual(expect.objectContaining({ dropped: 1, provider: 'college' }));
  expect(JSON.stringify(college.logLines)).not.toMatch(/ida@|persistent-ida/i);
});

it.each<Manner>([
  { signs: 'response' },
  { signs: 'both' },
  { signs: 'both', encrypts: true },
  { signs: 'response', encrypts: true },
])('accepts a provider that responds with %o', async (manner) => {
  const browser = college.visitor();
  const answer = await browser.arrive(await browser.pass(ida, manner));
  expect([college.refusals(), answer.headers.location]).toEqual([[], '/']);
});

it('accepts a provider that sends no NameID where an attribute says who it is', async () => {
  const change = (xml: string) => xml.replace(/<saml:NameID .*<\/saml:NameID>/, '');
  const browser = college.visitor();
  const answer = await browser.arrive(await browser.pass(ida, { change }));
  expect([college.refusals(), answer.headers.location]).toEqual([[], '/']);
});

it('takes one address and name of several, in whatever order they come, and an address of the college', async () => {
  const { attributes } = ida;
  const addresses = ['ida@home.example', 'lorne@sawtooth.example', 'ida@sawtooth.example'];
  const names = ['Ida Lorne', 'Dr. Ida Lorne'];
  for (const order of [0, 1]) {
    const inOrder = (values: string[]) => (order === 0 ? values : values.toReversed());
    const person = {
      ...ida,
      attributes: {
        ...attributes,
        [attributeNames.mail]: inOrder(addresses),
        [attributeNames.name]: inOrder(names),
      },
    };
    const browser = college.visitor();
    await browser.arrive(await browser.pass(person));
    expect(college.refusals()).toEqual([]);
    const { body } = await accountOf(browser.client);
    expect(body).toMatchObject({ email: 'ida@sawtooth.example', name: 'Dr. Ida Lorne' });
  }
});

it('reports once, with the setting to check, a provider that releases no groups', async () => {
  const { [attributeNames.groups]: _, ...attributes } = ida.attributes;
  for (const _again of [1, 2]) {
    const browser = college.visitor();
    await browser.arrive(await browser.pass({ ...ida, attributes }));
    expect((await accountOf(browser.client)).body).toMatchObject({ groups: [] });
  }
  const warnings = college.logLines.filter(({ msg }) => String(msg).includes('no value of isMemberOf'));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.msg).toContain('attributes.groups');
  expect(warnings[0]?.attributes).toContain(attributeNames.mail);
});

it('says in the log which attribute was to have the email address', async () => {
  const { [attributeNames.mail]: _, ...attributes } = ida.attributes;
  const browser = college.visitor();
  const answer = await browser.arrive(await browser.pass({ ...ida, attributes }));
  expect([answer.status, college.refusals()]).toMatchObject([
    403,
    [{ reason: 'no-email', advice: expect.stringContaining('the attribute mail (attributes.email)') }],
  ]);
});
