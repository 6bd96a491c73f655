import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { isThorough } from '../../framework/fixtures/slow.ts';
import { allChapters, type Chapter } from '../workshop/chapters.ts';
import { solutionAt, solutionOf } from '../workshop/starters.ts';
import type { Visitor } from './visitor.fixture.ts';

const [first, second, , fourth, , sixth] = allChapters() as [Chapter, Chapter, Chapter, Chapter, Chapter, Chapter];
const file = 'hello.controller.ts';
const thorough = { skip: isThorough ? false : 'npm test all runs it' };

/** What stands for the two terminals of the texts. */
export function terminalStories(visitorOf: () => Visitor): void {
  test('commands with a name in them use the value of an earlier response', thorough, async () => {
    const visitor = visitorOf();
    const page = await visitor.tryWith(fourth.slug, solutionOf(fourth));
    await listening(page);
    const read = command(page, 'curl http://localhost:3000/posts/<ID>');
    assert.match(await press(read, 'Send'), /^<ID> is a value from an earlier response/);
    assert.match(await press(command(page, 'ID=$(curl'), 'Send'), /^ID=[\da-f-]{36}$/);
    assert.match(await press(read, 'Send'), /^\{"id":"[\da-f-]{36}","title":"Soup"/);
    await page.context().close();
    assert.deepEqual(visitor.troubles.splice(0), []);
  });

  test(
    'an attack and a request of one block run in order, and a database file survives a restart',
    thorough,
    async () => {
      const visitor = visitorOf();
      const page = await visitor.tryWith(sixth.slug, solutionOf(sixth));
      await listening(page);
      const restart = command(page, 'DATABASE_URL=file:blog.db npm run chapter 06');
      assert.match(await press(restart, 'Restart'), /^The program has started again\..* they survive every restart/);
      const both = await press(command(page, 'npm run attack 06 injection\ncurl -d'), 'Send');
      assert.match(both, /^The newsletter has 3 subscribers\.[\s\S]*The attack was BLOCKED\.\n\{"id":"/);
      await press(restart, 'Restart');
      const list = command(page, 'curl http://localhost:3000/posts/<ID>');
      assert.match(await press(list, 'Send'), /^\{"id":"[\da-f-]{36}","title":"Soup'\)/);
      await page.context().close();
      assert.deepEqual(visitor.troubles.splice(0), []);
    },
  );

  test('a line that can’t be sent says why, and a program that doesn’t respond is reported', thorough, async () => {
    const visitor = visitorOf();
    const loop = solutionOf(first).get(file)!.replace('hello() {', '$&\n    for (;;);');
    const page = await visitor.tryWith(first.slug, new Map([...solutionOf(first), [file, loop]]));
    await listening(page);
    await page.getByRole('tab', { name: 'Request' }).click();
    const answers: [line: string, printed: RegExp][] = [
      [
        'curl http://example.com/',
        /your own program only, at http:\/\/localhost:3000, and not http:\/\/example\.com\//,
      ],
      ["curl -d '{} http://localhost:3000/tags", /^A quote is opened and never closed\.$/],
      ['curl -i localhost:3000/tags && curl localhost:3000/tags', /^Send one command at a time: && needs a shell/],
      ['curl -k http://localhost:3000/tags', /^The option -k isn’t known here/],
      ['curl localhost:3000/tags', /^\["cooking"/],
      ['curl -X DELETE localhost:3000/visits', /^\(The response has no body.* Its status is 204/],
      ['curl localhost:3000/hello', /^curl: \(28\) No response for 6 seconds\./],
    ];
    for (const [line, expected] of answers) {
      await page.locator('#request-line').fill(line);
      await page.locator('.bench-request').getByRole('button', { name: 'Send' }).click();
      assert.match(await settled(page.locator('.bench-request pre')), expected);
    }
    await page.getByRole('tab', { name: 'Output' }).click();
    await page.locator('.bench-output').getByText('curl: (28) No response').waitFor();
    assert.doesNotMatch((await page.locator('.bench-output').textContent())!, /Still starting|npm test/);
    await page.context().close();
  });

  test(
    'a change that keeps the program from starting takes no step away, and is named as the reason',
    thorough,
    async () => {
      const visitor = visitorOf();
      const page = await visitor.tryChapter();
      const done = solutionAt(first, 1).get(file)!;
      await visitor.type(page, done);
      await visitor.step(page, 1, 'passed');
      await visitor.type(page, done.replace('this.hello', 'this.helo'));
      await visitor.step(page, 1, 'before');
      await page
        .locator('.bench-checks')
        .getByText('a change since then keeps it from starting. 1 of 4 steps passed before.')
        .waitFor();
      await page.context().close();
    },
  );

  test('a request waits for the program that a change is starting', thorough, async () => {
    const visitor = visitorOf();
    const slow = solutionOf(first)
      .get('main.ts')!
      .replace(/^await/m, 'await new Promise((resolve) => setTimeout(resolve, 3_000));\nawait');
    const page = await visitor.tryWith(first.slug, new Map([...solutionOf(first), ['main.ts', slow]]));
    await listening(page);
    await visitor.done(page);
    await page.locator('[data-on-change]').uncheck();
    await visitor.type(page, solutionOf(first).get(file)!.replace('Hello, reader!', 'Hello, writer!'));
    await page.locator('.bench-foot').getByRole('button', { name: 'Check' }).click();
    await page.locator('.bench-output', { hasText: 'Changed. Starting again …' }).waitFor({ state: 'attached' });
    const hello = command(page, 'curl http://localhost:3000/hello\n');
    assert.match(await press(hello, 'Send'), /^\{"message":"Hello, writer!"\}/);
    await page.context().close();
    assert.deepEqual(visitor.troubles.splice(0), []);
  });

  test('on a phone, the editor stays in its place when the card of a step grows', thorough, async () => {
    const visitor = visitorOf();
    const page = await visitor.tryChapter({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await page.getByRole('link', { name: 'Code', exact: true }).click();
    const check = page.locator('.bench-foot').getByRole('button', { name: 'Check' });
    await check.scrollIntoViewIfNeeded();
    const places = async () => [
      (await check.boundingBox())!.y,
      await page.locator('.task[data-step="1"]').evaluate((card) => card.clientHeight),
    ];
    const [before, card] = (await places()) as [number, number];
    await check.click();
    await visitor.step(page, 1, 'failed');
    const [after, grown] = (await places()) as [number, number];
    assert.ok(grown > card + 100, `the card has ${card} pixels, then ${grown}`);
    assert.ok(Math.abs(after - before) < 60, `${before} pixels from the top, then ${after}`);
    await page.context().close();
  });

  test('a question isn’t judged by a program that lacks the steps for it', thorough, async () => {
    const visitor = visitorOf();
    const page = await visitor.newPage();
    await page.goto(`${visitor.site.url}/try/${second.slug}/`);
    await visitor.ready(page);
    const question = page.locator('.predict').nth(1);
    await question.getByRole('button', { name: 'Send it and see' }).click();
    await question.getByText('Choose an answer first.').waitFor();
    await question.getByRole('radio').first().check();
    await question.getByRole('button', { name: 'Send it and see' }).click();
    await question.getByText('Not decided yet.').waitFor({ timeout: 60_000 });
    await page.context().close();
  });

  test('the second skip link leads into the editor, and the next page is one with an editor', thorough, async () => {
    const visitor = visitorOf();
    const page = await visitor.tryChapter();
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/');
    assert.match((await page.getByRole('textbox', { name: 'Code of' }).textContent())!, /^\//);
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.waitForURL(`**/try/${second.slug}/**`);
    await page.context().close();
  });
}

async function listening(page: Page): Promise<void> {
  await page.locator('.bench-output', { hasText: 'Listening on' }).waitFor({ state: 'attached', timeout: 60_000 });
}

/** The first block of the text with this beginning. */
function command(page: Page, beginning: string): Locator {
  const pattern = new RegExp(`^${beginning.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\n/g, '\\s*')}`);
  const code = page.locator('code', { hasText: pattern });
  return page.locator('main article figure[data-language="sh"]').filter({ has: code }).first();
}

/** Resolves to what is printed below. */
async function press(figure: Locator, button: string): Promise<string> {
  await figure.getByRole('button', { name: button }).click();
  return settled(figure.locator('xpath=following-sibling::*[1]').locator('pre'));
}

async function settled(printed: Locator): Promise<string> {
  await printed.filter({ hasNotText: 'Sending …' }).waitFor({ timeout: 60_000 });
  return (await printed.textContent())!;
}
