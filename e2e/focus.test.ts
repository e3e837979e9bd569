import { expect, hold, signIn, test } from './setup/story.ts';

// Each story also checks that nothing takes the focus with it (`setup/story.ts`).
const list = '/departments/information-technology/redirects?search=focus-';

test('IT deletes three links by keyboard, and continues where the last one was', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'it', list);
  for (const shortUrl of ['focus-one', 'focus-two', 'focus-three']) {
    const data = { shortUrl, longUrl: 'https://www.sawtooth.example/focus' };
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect((await page.request.post('/api/redirects', { data, headers })).status()).toBe(201);
  }
  await page.reload();
  const button = (name: string) => page.getByRole('button', { name: `Delete /r/focus-${name}` });
  const remove = async (name: string) => {
    await button(name).press('Enter');
    const question = page.getByRole('dialog', { name: `Delete /r/focus-${name}?` });
    await question.getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.down('Enter');
    await expect(button(name)).toHaveCount(0);
  };
  /** A key that is still held, or pressed twice, was meant for what is gone. */
  const letGo = async () => {
    await page.keyboard.down('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.up('Enter');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  };
  // The newest is the first: after it comes the next row, after the last row the one before it.
  await remove('three');
  await expect(button('two')).toBeFocused();
  await letGo();
  await remove('one');
  await expect(button('two')).toBeFocused();
  await letGo();
  await remove('two');
  await expect(page.getByRole('region', { name: 'Links, page 1' })).toBeFocused();
});

test('a button that was disabled while it worked has the focus again', { tag: '@long' }, async ({ page }) => {
  const goOn = await hold(page, '**/api/redirects/export*');
  // What gives it back is asked for before the page is drawn, which waits for its style sheets.
  const asked = page.waitForRequest(/\/keep-focus-/);
  await page.route('**/*.css', async (route) => {
    await asked;
    await route.continue();
  });
  await signIn(page, 'it', list);
  const download = page.getByRole('button', { name: 'Export' });
  await download.press('Enter');
  await expect(download).toBeDisabled();
  goOn();
  await expect(download).toBeFocused();
});

test('a click on an empty part of the page gives up the focus', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'it', list);
  const download = page.getByRole('button', { name: 'Export' });
  await download.focus();
  await page.getByRole('contentinfo').click({ position: { x: 2, y: 2 } });
  await expect(page.locator('body')).toBeFocused();
  await download.evaluate((element) => element.remove());
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await expect(page.locator('body')).toBeFocused();
});

test('a dialog returns the focus to the button that was clicked, even in Safari', { tag: '@long' }, async ({
  page,
}) => {
  // There, a click gives the focus to what is around the button, or to nothing.
  await page.addInitScript(() => {
    addEventListener(
      'mouseup',
      ({ target }) => {
        const button = (target as Element).closest('button, a');
        if (button === null || button !== document.activeElement) return;
        (button as HTMLElement).blur();
        button.parentElement?.closest<HTMLElement>('[tabindex]')?.focus();
      },
      { capture: true },
    );
  });
  await signIn(page, 'it', list);
  for (const [opens, dialog, closes] of [
    ['Add URL', 'Add URL', 'Cancel'],
    [/^Notices/, 'Notices', 'Close'],
  ] as const) {
    const button = page.getByRole('button', { name: opens });
    // The second click is meant for the button, too, not for what the first one has put there.
    await button.dblclick({ delay: 80 });
    await page.getByRole('dialog', { name: dialog }).getByRole('button', { name: closes }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test('a date shows that it has the focus, even in Safari', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'faculty', '/committees/faculty-growth-development/apply');
  const date = page.getByLabel('Start date of proposed activity');
  await expect(date).toBeVisible();
  // There, a part of the date has the focus, and the field doesn't match.
  await page.evaluate(() => {
    for (const { cssRules } of document.styleSheets) narrow(cssRules);
    function narrow(rules: CSSRuleList) {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule)
          rule.selectorText = rule.selectorText.replaceAll(
            ':focus-visible',
            ':focus-visible:not([type="date"])',
          );
        else if (rule instanceof CSSGroupingRule) narrow(rule.cssRules);
      }
    }
  });
  await date.focus();
  await expect(date).toHaveCSS('outline', 'rgb(38, 104, 90) solid 2px');
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(date).toHaveAttribute('aria-invalid', 'true');
  await date.focus();
  await expect(date).toHaveCSS('outline-width', '2px');
  await expect(date).not.toHaveCSS('outline-color', 'rgb(38, 104, 90)');
});

test('on a narrow screen, no field that Tab leads to is behind the button of a long form', {
  tag: '@long',
}, async ({ page }) => {
  // A window of 1280 pixels at 200%.
  await page.setViewportSize({ width: 640, height: 500 });
  await signIn(page, 'faculty', '/committees/faculty-growth-development/apply');
  const submit = page.getByRole('button', { name: 'Submit application' });
  await page.getByRole('textbox', { name: 'Department' }).focus();
  const hidden: string[] = [];
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press('Tab');
    const field = await submit.evaluate((button) => {
      const active = document.activeElement;
      const bar = button.getBoundingClientRect().top;
      const isHidden = (active?.getBoundingClientRect().top ?? 0) > bar;
      return { isLast: active === button, hidden: isHidden ? active?.outerHTML : undefined };
    });
    if (field.isLast) break;
    if (field.hidden !== undefined) hidden.push(field.hidden);
  }
  await expect(submit).toBeFocused();
  expect(hidden).toEqual([]);
});

test('going back through the logs, no button is behind the bar of the selected ones', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 500 });
  await signIn(page, 'reslife', '/departments/residence-life/resident-assistants/logs?page=1&pageSize=20');
  const boxes = page.getByRole('checkbox', { name: 'Select' });
  await boxes.first().check();
  await boxes.last().focus();
  const hidden: string[] = [];
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press('Shift+Tab');
    const button = await page.evaluate(() => {
      const active = document.activeElement;
      const bar = document.querySelector('main [data-active]');
      const isHidden =
        (active?.getBoundingClientRect().bottom ?? 0) < (bar?.getBoundingClientRect().bottom ?? 0);
      return { isInBar: bar?.contains(active), hidden: isHidden ? active?.outerHTML : undefined };
    });
    if (button.isInBar) break;
    if (button.hidden !== undefined) hidden.push(button.hidden);
  }
  expect(hidden).toEqual([]);
});

for (const [person, path, name] of [
  ['it', '/departments/information-technology/tickets', 'Help Desk Tickets'],
  ['mailroom', '/departments/mail-copy-center/poster-queue', 'Poster Queue'],
] as const)
  test(`going back to ${name} by keyboard continues at the row that was opened`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await signIn(page, person, `${path}?search=a`);
    const links = page.getByRole('rowheader').getByRole('link');
    const opened = links.nth(4);
    const subject = (await opened.textContent()) ?? '';
    await opened.focus();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    const details = page.getByRole('heading', { level: 1, name: subject });
    await expect(details).toBeFocused();
    await page.goBack();
    await expect(opened).toBeFocused();
    await expect(opened).toHaveText(subject);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
    await page.goForward();
    await expect(details).toBeFocused();
    await page.goBack();
    await expect(opened).toBeFocused();
  });

test('going back continues at the link that was pressed, even if another one goes to the same page', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'it', '/');
  const links = page.getByRole('main').getByRole('link', { name: 'People', exact: true });
  await expect(links).toHaveCount(2);
  for (const link of [links.last(), links.first()]) {
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeFocused();
    await page.goBack();
    await expect(link).toBeFocused();
  }
});

test('going back to a list that comes late starts at its heading, and stays there', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'it', '/departments/information-technology/tickets');
  const opened = page.getByRole('rowheader').getByRole('link').nth(4);
  const subject = (await opened.textContent()) ?? '';
  await opened.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeFocused();
  // The rows are forgotten by then.
  await page.clock.fastForward('10:00');
  const goOn = await hold(page, /\/api\/.*tickets\?/);
  await page.goBack();
  const heading = page.getByRole('heading', { level: 1, name: 'Help Desk Tickets' });
  await expect(heading).toBeFocused();
  await expect(opened).toHaveCount(0);
  goOn();
  await expect(opened).toHaveText(subject);
  await expect(heading).toBeFocused();

  // A page that is opened again, and not gone back to, begins at its heading, too.
  await opened.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeFocused();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await crumbs.getByRole('link', { name: 'Help Desk Tickets' }).press('Enter');
  await expect(heading).toBeFocused();
});
