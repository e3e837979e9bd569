import { expect, expectAccessible, expectAccessibleInBoth, signIn, test } from './setup/story.ts';

const pages = [
  ['', '/'],
  ['', '/departments/facilities/key-request-process'],
  ['it', '/'],
  ['it', '/my-dashboard'],
  ['it', '/departments/information-technology'],
  ['it', '/departments/information-technology/redirects'],
  ['it', '/support'],
  ['it', '/nothing'],
  ['nogroups', '/my-dashboard'],
] as const;

for (const width of [360, 1440]) {
  test(`every screen is accessible and fits, light and dark, ${width} px`, {
    tag: width === 1440 ? '@long' : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
    });
    let signedIn = '';
    for (const [name, path] of pages) {
      if (name !== signedIn) {
        await page.goto('about:blank');
        await page.context().clearCookies();
        await signIn(page, name);
        signedIn = name;
      }
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessibleInBoth(page);
    }
    expect(complaints).toEqual([]);
  });
}

test('at twice the text size nothing is lost', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await signIn(page, 'it', '/departments/information-technology/redirects');
  await expect(page.getByRole('table')).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expectAccessible(page);
});

/** Each has something with a minimum width: buttons with many words, tiles, fieldsets, pairs of lists. */
const wideAtTwiceTheText = [
  '/support/wifi-key',
  '/my-dashboard',
  '/files/upload',
  '/integrations/canvas/upload-grades',
  '/integrations/elastic-search/reports',
  '/departments/information-technology/queue',
  '/departments/mail-copy-center/poster-print-request',
  '/committees/faculty-growth-development/figures',
];

test('at twice the text size no page scrolls sideways on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'it', '/');
  for (const path of wideAtTwiceTheText) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const past = await page.evaluate(() => {
      const root = document.documentElement;
      root.style.fontSize = '32px';
      return root.scrollWidth - root.clientWidth;
    });
    expect([path, past]).toEqual([path, 0]);
  }
});

test('at twice the text size no word of a chart is cut off or covers another', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await signIn(page, 'reslife', '/departments/residence-life/resident-assistants/board');
  const drawing = page.getByRole('img', { name: /^Anderson/ });
  await expect(drawing).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect.poll(async () => (await drawing.boundingBox())?.height).toBe(264);
  const faults = await drawing.evaluate((svg) => {
    const frame = svg.getBoundingClientRect();
    const words = [...svg.querySelectorAll('text')].map((word) => word.getBoundingClientRect());
    const isCut = words.filter(({ top, bottom }) => top < frame.top || bottom > frame.bottom).length;
    const isOn = words.filter((one, index) =>
      words
        .slice(index + 1)
        .some(
          (other) =>
            one.left < other.right &&
            other.left < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        ),
    ).length;
    return { words: words.length, isCut, isOn };
  });
  expect(faults).toEqual({ words: faults.words, isCut: 0, isOn: 0 });
  expect(faults.words).toBeGreaterThan(4);
});

test('what anyone can fetch without signing in has no secret and no group', async ({ page, request }) => {
  const files = new Set<string>();
  page.on('response', (response) => files.add(response.url()));
  for (const path of ['/', '/my-dashboard', '/r/unknown', '/departments/information-technology/redirects']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  const scripts = [...files].filter((file) => /\.(js|css|html)$/.test(file));
  expect(scripts.length).toBeGreaterThan(3);
  for (const file of scripts) {
    const text = await (await request.get(file)).text();
    expect(text, file).not.toMatch(
      /Domain-(IT|Staff|Faculty|Student)|sgrpVolunteers|account number|submittal/i,
    );
  }
});

test('where a person has asked for less motion, a dialog and what dims the page are there at once', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, 'it', '/departments/information-technology/redirects');
  // Whatever begins to move is noted, however soon it is over.
  await page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    const look = () => {
      for (const { effect } of document.getAnimations())
        if (Number(effect?.getComputedTiming().duration) > 1)
          moved.push((effect as KeyframeEffect).pseudoElement ?? 'element');
      requestAnimationFrame(look);
    };
    look();
  });
  for (const name of ['Add URL', 'Find']) {
    await page.getByRole('button', { name }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.waitForTimeout(100);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual([]);
});
