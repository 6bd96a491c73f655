import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { sqljsAddress } from './database-url.ts';

test('memory: keeps the data in memory, file: names a path', () => {
  const absolute = resolve('data', 'blog.db');
  const addresses: [string, string | undefined][] = [
    ['memory:', undefined],
    ['file:blog.db', 'blog.db'],
    ['file:./data/blog.db', './data/blog.db'],
    [`file:${join('..', 'my blog.db')}`, join('..', 'my blog.db')],
    [`file:${absolute}`, absolute],
    [pathToFileURL(absolute).href, absolute],
    [pathToFileURL(resolve('my blog.db')).href, resolve('my blog.db')],
    ['file:C:\\data\\blog.db', 'C:\\data\\blog.db'],
  ];
  for (const [url, path] of addresses) assert.deepEqual(sqljsAddress(url), { path }, url);
});

test('anything else is refused with a list of the supported addresses', () => {
  const urls = [
    '',
    'blog.db',
    'memory',
    'sqlite:blog.db',
    ':memory:',
    'file:',
    'file::memory:',
    'file:blog.db?mode=ro',
  ];
  for (const url of [...urls, 'mysql://localhost/blog', 'MEMORY:']) {
    assert.throws(() => sqljsAddress(url), { code: 'misuse', message: /DATABASE_URL.*memory:.*file:blog\.db/s }, url);
  }
});

test('a refused address is not repeated, because it may contain a password', () => {
  assert.throws(
    () => sqljsAddress('mysql://root:hunter2@localhost/blog'),
    (error: Error) => /starts with mysql:\/\//.test(error.message) && !error.message.includes('hunter2'),
  );
});
