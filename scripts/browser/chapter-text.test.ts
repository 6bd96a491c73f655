import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isInBrowser } from '../site/try-view.ts';
import { allChapters } from '../workshop/chapters.ts';
import { proseRules, textInPage } from './chapter-text.ts';

const chapters = allChapters().filter(isInBrowser);

/** What somebody without terminals can't do. */
const terminal =
  /\b(first|second|third|other|one) terminal|Ctrl-|PowerShell|open a terminal|\bsave (all|the|your) files?\b|(?<!when you )\bsave\b[,.]|npm (test|run (hint|explain|replay|docs|solution))|your (editor|shell)\b/i;

/** Said as what it is, or about a system rather than to the reader. */
const isTold = (paragraph: string) => /your own machine|On Windows|an editor on/i.test(paragraph);

test('no sentence of a page with an editor asks for a terminal, unless it says that it needs a machine of one’s own', () => {
  for (const { folder, number } of chapters)
    for (const page of ['README.md', 'hints.md', 'explain.md']) {
      const prose = textInPage(readFileSync(join(folder, page), 'utf8')).replace(/^ *```.*?^ *```/gms, '');
      const paragraphs = prose.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s+/g, ' '));
      const wrong = paragraphs.filter((paragraph) => terminal.test(paragraph) && !isTold(paragraph));
      assert.deepEqual(wrong, [], `${number}: ${page}`);
    }
});

test('every rule changes a sentence of some chapter', () => {
  const used = new Set<RegExp>();
  for (const { folder } of chapters)
    textInPage(readFileSync(join(folder, 'README.md'), 'utf8'), (rule) => used.add(rule));
  assert.deepEqual(
    proseRules.filter((rule) => !used.has(rule)),
    [],
  );
});

test('code stays as it is, and output says what the page prints', () => {
  const fence = '```text\nThen: npm test 01 checks your steps. Ctrl-C stops.\n```';
  assert.equal(textInPage(fence), '```text\nThen: the button Check checks your steps.\n```');
  assert.equal(textInPage('```sh\nnpm test 01\n```\n\nSave all files. Go.'), '```sh\nnpm test 01\n```\n\nGo.');
});
