import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenLinks } from './broken-links.ts';

test('a link leads to a page, to a place on it, or to an asset', () => {
  const files = new Map([
    [
      '/index.html',
      '<a href="guide/a.html#more">a</a> <link href="assets/site.css"> <a href="https://nodejs.org">n</a>',
    ],
    ['/guide/a.html', '<h2 id="more">More</h2> <a href="../index.html">home</a> <a href="#more">here</a>'],
  ]);
  assert.deepEqual(brokenLinks(files), []);
});

test('a link that leads nowhere is reported with the page that contains it', () => {
  const files = new Map([
    ['/index.html', '<a href="b.html">b</a> <a href="a.html#less">a</a> <script src="assets/nothing.js">'],
    ['/a.html', '<a href="#nothing">here</a>'],
  ]);
  assert.deepEqual(
    brokenLinks(files).map(({ place, problem }) => `${place}: ${problem}`),
    [
      '/index.html: the link b.html leads nowhere.',
      '/index.html: the link a.html#less leads nowhere.',
      '/index.html: the link assets/nothing.js leads nowhere.',
      '/a.html: the link #nothing leads nowhere.',
    ],
  );
});

test('an id that occurs twice is reported: an anchor would lead to the first', () => {
  const files = new Map([
    ['/index.html', '<main id="content"><h2 id="content">Content</h2><h2 id="more">More</h2></main>'],
  ]);
  assert.deepEqual(brokenLinks(files), [{ place: '/index.html', problem: 'two elements have the id content.' }]);
});
