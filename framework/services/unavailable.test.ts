import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionalPackage } from '../drivers/optional-package.ts';
import { createApp, Log, module, provide, type Route, Unavailable, web } from '../index.ts';
import { start } from '../testing.ts';

class AwayController {
  routes(): Route[] {
    return [{ method: 'GET', path: '/', handler: this.show }];
  }

  show(): never {
    throw new Unavailable('PostgreSQL at db.internal:5432/blog', 'cannot be reached: connect ECONNREFUSED.');
  }
}

/** Keeps the errors that were logged. */
class Notes extends Log {
  static readonly errors: unknown[] = [];
  debug() {}
  info() {}
  warn() {}
  error(_: string, fields?: Record<string, unknown>) {
    Notes.errors.push(fields?.error);
  }
  child() {
    return this;
  }
}

const AwayModule = module('AwayModule', { declarations: [AwayController, provide(Log, Notes)] });

test('an unavailable server becomes a 503 in our error format; only the log contains its address', async () => {
  const client = await start(AwayModule);
  try {
    const { status, body, text } = await client.get('/');
    assert.equal(status, 503);
    assert.deepEqual(body, { error: 'Service Unavailable' });
    assert.doesNotMatch(text, /db\.internal/);
    assert.match(String(Notes.errors.at(-1)), /db\.internal/);
  } finally {
    await client.stop();
  }
});

test('the web platform responds with an HTML page', async () => {
  const client = await start(createApp(AwayModule, { platform: web() }));
  try {
    const { status, text } = await client.get('/', { accept: 'text/html' });
    assert.equal(status, 503);
    assert.match(text, /Service Unavailable/);
  } finally {
    await client.stop();
  }
});

test('a driver without its package reports what to install', async () => {
  const name: string = 'a-package-that-nobody-has';
  await assert.rejects(
    optionalPackage(name, 'REDIS_URL', () => import(name)),
    { message: `REDIS_URL needs the package "${name}", which is not installed. Run: npm install ${name}` },
  );
  await assert.rejects(
    optionalPackage('other', 'REDIS_URL', () => import(name)),
    { code: 'ERR_MODULE_NOT_FOUND' },
  );
});
