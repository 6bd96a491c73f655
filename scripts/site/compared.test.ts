import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { hashOf } from '../workshop/progress.ts';
import { readFiles, solutionOf, writeFiles } from '../workshop/starters.ts';
import { writeState } from '../workshop/state-file.ts';
import { repositoryWithChapter } from './repository.fixture.ts';
import { type StartedSite, startSite } from './started-site.fixture.ts';

describe('your version of a step next to ours, on the site', () => {
  const repository = repositoryWithChapter();
  const { chapter } = repository;
  const file = 'hello.controller.ts';
  let site: StartedSite;

  before(async () => {
    site = await startSite(repository.path);
  });
  after(async () => {
    await site.stop();
    repository.remove();
  });

  function write(change: (text: string) => string): void {
    const files = solutionOf(chapter);
    writeFiles(chapter.src, files.set(file, change(files.get(file)!)));
    const numbers = chapter.steps.map(({ number }) => number);
    const steps = Object.fromEntries(numbers.map((number) => [number, true]));
    const entry = { steps, hash: hashOf(readFiles(chapter.src)), hints: {}, passed: numbers };
    writeState(join(repository.path, '.workshop', 'progress.json'), { 'hello-route': entry });
  }
  const fragment = async (path: string) =>
    (await site.get(path, { 'x-fragment': '1', 'sec-fetch-site': 'same-origin' })).text;

  it('is ours alone if they are the same', async () => {
    write((text) => text);
    const part = await fragment('/explain/01-hello-route/2');
    assert.match(part, /<b class="statement-kind">Same<\/b> <span>Both versions pass the check of this step\./);
    assert.match(
      part,
      /<b class="statement-kind">Same<\/b> <span>What you have written for this step is our version, to the letter\./,
    );
    assert.match(part, /<p>What this step changes in our version of step 1:<\/p><figure [^>]*data-language="diff"/);
    assert.doesNotMatch(part, /class="pair"|\/runs/);
    assert.match(await fragment('/explain/01-hello-route/1'), /<p>What this step changes in the starter:<\/p><figure /);
  });

  it('shows both if they differ, escapes what the learner has written, and offers to run both', async () => {
    write((text) =>
      text.replace(
        "path: '/tags', handler: this.tags",
        "path: '/tags', handler: () => '</code><script>alert(1)</script>'",
      ),
    );
    const part = await fragment('/explain/01-hello-route/2');
    assert.match(part, /<p class="whose">Yours<\/p><pre tabindex="0">/);
    assert.match(part, /class="line is-removed"/);
    assert.match(part, /&lt;script&gt;/);
    assert.doesNotMatch(part, /<script/);
    assert.match(part, /data-fragment="\/explain\/01-hello-route\/2\/runs"/);
    assert.match(await fragment('/explain/01-hello-route/2/runs'), /doesn’t pass the checks of this step just now/);
    assert.match((await site.get('/explain/01-hello-route/2/runs')).text, /^<p>Open this from the page of the step/);
    const page = (await site.get('/explain/01-hello-route/2')).text;
    assert.match(page, /<h1>[\s\S]*Our version of step 2/);
    assert.match(page, /Line \d+/);
  });

  it('ends with a page that can be saved, and with a picture', async () => {
    write((text) => text);
    const page = await site.get('/ending/01-hello-route/');
    assert.equal(page.status, 200);
    assert.match(page.text, /<h1>Routes and handlers<\/h1>[\s\S]*Your architecture[\s\S]*Save as a picture/);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    const saved = await site.get('/ending/01-hello-route/page.html');
    assert.equal(saved.headers.get('content-disposition'), 'attachment; filename="trellis-01-hello-route.html"');
    assert.match(saved.text, /^<!doctype html>[\s\S]*content-security-policy/);
    assert.doesNotMatch(saved.text, /<script|<link/);
    const picture = await site.get('/ending/01-hello-route/picture.svg?theme=dark');
    assert.equal(picture.headers.get('content-type'), 'image/svg+xml');
    assert.match(picture.text, /^<svg [\s\S]*#111512/);
    for (const path of ['/ending/1/', '/ending/99-nothing/', '/ending/part-99/', '/ending/..%2f/'])
      assert.equal((await site.get(path)).status, 404, path);
    const chapterPage = await site.get('/chapters/01-hello-route/');
    assert.match(chapterPage.text, /href="\/ending\/01-hello-route\/"/);
  });

  it('tells nothing about a step that has not passed', async () => {
    writeState(join(repository.path, '.workshop', 'progress.json'), {});
    for (const path of ['/explain/01-hello-route/2', '/explain/01-hello-route/2/runs'])
      assert.match(await fragment(path), /^<p>Step 2 hasn’t passed yet/);
    assert.match((await site.get('/ending/01-hello-route/')).text, /Nothing of it is done yet/);
    assert.equal((await site.get('/ending/01-hello-route/page.html')).status, 404);
  });
});
