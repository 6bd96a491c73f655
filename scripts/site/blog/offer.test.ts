import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createApp, type Module } from 'trellis';
import { root } from '../../workshop/chapters.ts';
import type { ListedRoute } from '../../workshop/run/listening.ts';
import { offerOf } from './offer.ts';

const route = (method: string, path: string): ListedRoute => ({ method, path, handler: '' });

const ofChapter04 = [
  route('GET', '/posts'),
  route('GET', '/posts/:id'),
  route('POST', '/posts'),
  route('PUT', '/posts/:id'),
  route('DELETE', '/posts/:id'),
  route('GET', '/admin/drafts'),
];

describe('what a program offers', () => {
  test('is found from its routes, and what is missing is said with the chapter that adds it', () => {
    const { paths, missing, sentences, isKnown } = offerOf(ofChapter04, '04');
    assert.equal(isKnown, true);
    assert.deepEqual(Object.keys(paths), ['list', 'read', 'write', 'change', 'remove', 'drafts']);
    assert.deepEqual(missing, ['register', 'signIn', 'mine']);
    assert.equal(sentences.signIn.text, 'Your program has no POST /auth/login yet: chapter 09 adds it.');
  });

  for (const [running, expected] of [
    ['08', 'Your program has no POST /auth/login yet: chapter 09 adds it.'],
    ['09', 'Your program has no POST /auth/login yet: this chapter adds it.'],
    ['12', 'Your program has no POST /auth/login: chapter 09 adds it.'],
  ]) {
    test(`a login that is missing in chapter ${running}`, () => {
      assert.equal(offerOf(ofChapter04, running).sentences.signIn.text, expected);
    });
  }

  test('includes a route whose parameter has another name, and none with another method', () => {
    const { paths } = offerOf([route('GET', '/posts/:slug'), route('PATCH', '/posts/:slug')]);
    assert.deepEqual(paths, { read: '/posts/:id' });
  });

  test('is the unprefixed route if there is one, and else that of the newest version', () => {
    const versions = [
      route('GET', '/api/v2/posts'),
      route('GET', '/api/v10/posts'),
      route('GET', '/api/v10/posts/:id'),
    ];
    assert.deepEqual(offerOf(versions).paths, { list: '/api/v10/posts', read: '/api/v10/posts/:id' });
    assert.equal(offerOf([...versions, ...ofChapter04]).paths.list, '/posts');
  });

  test('is assumed of a server that reports no routes', () => {
    const { isKnown, paths, missing } = offerOf([]);
    assert.equal(isKnown, false);
    assert.deepEqual(missing, []);
    assert.deepEqual(Object.keys(paths), ['list', 'read', 'write', 'change', 'remove', 'register', 'signIn', 'mine']);
  });
});

/** In chapter 07, the route validates its body and does nothing else. */
const announced: Record<string, string[]> = { '07': ['register'] };

test('every route is missing before the chapter that is said to add it, and there from then on', async () => {
  const solutions = readdirSync(join(root, 'solutions')).filter((slug) => slug >= '05' && slug < '15');
  for (const slug of solutions.sort()) {
    const file = pathToFileURL(join(root, 'solutions', slug, 'src', 'app.module.ts')).href;
    const { AppModule } = (await import(file)) as { AppModule: Module };
    const routes = createApp(AppModule)
      .routes()
      .map(({ method = '', path }) => route(method, path));
    const number = slug.slice(0, 2);
    const { missing, sentences } = offerOf(routes, number);
    const expected = Object.entries(sentences).filter(([, { chapter }]) => chapter > number);
    const early = announced[number] ?? [];
    assert.deepEqual(
      missing,
      expected.map(([name]) => name).filter((name) => !early.includes(name)),
      slug,
    );
  }
});
