import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { carry, mentions, valuesOf } from './carried.ts';

const json = { 'content-type': 'application/json' };

describe('the values of an answer', () => {
  it('are ids, long texts, cookies, hidden fields and the parts of a location', () => {
    const headers = new Headers({ ...json, location: '/posts/7' });
    headers.append('set-cookie', 'session_id=abc123def456; Path=/; HttpOnly');
    const body = { id: 7, title: 'short', token: 'a.long.token', tags: ['first tag here'], user: { user_id: 'u1' } };
    assert.deepEqual(
      valuesOf(headers, JSON.stringify(body)).map(({ place, value }) => `${place.join('.')} ${value}`),
      [
        'cookie.session_id abc123def456',
        'location.1 posts',
        'location.2 7',
        'json.id 7',
        'json.token a.long.token',
        'json.tags.0 first tag here',
        'json.user.user_id u1',
      ],
    );
    const page = '<form><input type="hidden" name="_csrf" value="0123456789abcdef"><input name="title"></form>';
    assert.deepEqual(valuesOf(new Headers({ 'content-type': 'text/html; charset=utf-8' }), page), [
      { place: ['input', '_csrf'], value: '0123456789abcdef' },
    ]);
  });
});

describe('a request with other values', () => {
  const values = new Map([
    ['1', '2'],
    ['2', '3'],
    ['aaaa-bbbb-cccc', 'dddd'],
  ]);
  const cases: [string, { path: string; headers?: Record<string, string>; body?: string }, object][] = [
    ['an id in the path', { path: '/posts/1/comments?page=1' }, { path: '/posts/2/comments?page=1' }],
    ['what was put in is not replaced again', { path: '/posts/1/2' }, { path: '/posts/2/3' }],
    ['an id is a whole segment', { path: '/posts/12' }, { path: '/posts/12' }],
    ['a field that is an id', { path: '/', body: '{"post_id":1,"count":1}' }, { body: '{"post_id":2,"count":1}' }],
    [
      'a long value wherever it stands whole',
      { path: '/', headers: { Authorization: 'Bearer aaaa-bbbb-cccc', Cookie: 'a=b; s=aaaa-bbbb-cccc' } },
      { headers: { Authorization: 'Bearer dddd', Cookie: 'a=b; s=dddd' } },
    ],
    ['part of a longer value', { path: '/x-aaaa-bbbb-cccc' }, { path: '/x-aaaa-bbbb-cccc' }],
  ];
  for (const [name, request, expected] of cases) {
    it(name, () => {
      const sent = { method: 'POST', headers: {}, ...request };
      assert.deepEqual(carry(sent, values, undefined), { ...sent, ...expected });
    });
  }

  it('a token that the check has signed is signed anew; a forged one stays forged', () => {
    const token = (claims: object, secret: string) => {
      const text = [{ alg: 'HS256', typ: 'JWT' }, claims].map(encoded).join('.');
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    };
    const send = (text: string) => ({ method: 'GET', path: '/', headers: { Authorization: `Bearer ${text}` } });
    const old = send(token({ user_id: 'aaaa-bbbb-cccc' }, 'secret'));
    assert.ok(mentions(old, 'aaaa-bbbb-cccc'), 'the id inside of the token is found');
    assert.deepEqual(carry(old, values, 'secret'), send(token({ user_id: 'dddd' }, 'secret')));
    const forged = send(token({ user_id: 'aaaa-bbbb-cccc' }, 'another secret'));
    assert.deepEqual(carry(forged, values, 'secret'), forged);
  });
});

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
