import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curlOf } from '../workshop/check/failure.ts';
import { refusalOf, requestsIn } from './curl-command.ts';

const json = { 'Content-Type': 'application/json' };
const cases = {
  'curl -i http://localhost:3000/posts': [{ method: 'GET', path: '/posts', headers: {} }],
  'curl localhost:3000/hello': [{ method: 'GET', path: '/hello', headers: {} }],
  'curl http://localhost:3000': [{ method: 'GET', path: '/', headers: {} }],
  "curl -X PUT -d '{\"title\":\"it'\\''s\"}' http://localhost:3000/posts/1": [
    { method: 'PUT', path: '/posts/1', headers: json, body: '{"title":"it\'s"}' },
  ],
  'curl -H "Authorization: Bearer <TOKEN>" -d "{\\"a\\":1}" \'http://localhost:3000/posts?page=2&q=a b\'': [
    {
      ...{ method: 'POST', path: '/posts?page=2&q=a b', body: '{"a":1}' },
      headers: { Authorization: 'Bearer <TOKEN>', ...json },
    },
  ],
  'curl -I http://localhost:3000/hello\ncurl -is http://localhost:3000/tags': [
    { method: 'HEAD', path: '/hello', headers: {} },
    { method: 'GET', path: '/tags', headers: {} },
  ],
};
for (const [command, requests] of Object.entries(cases)) {
  test(`${command.replaceAll('\n', ' and ')} is read as it would be sent`, () => {
    assert.deepEqual(requestsIn(command), requests);
  });
}

for (const command of ['npm test', 'curl -c jar http://localhost:3000/', 'curl http://evil.example/', 'curl -i']) {
  test(`${command} is for a terminal`, () => assert.equal(requestsIn(command), undefined));
}

const refusals = {
  'npm test': /only curl commands/i,
  "curl -d '{} http://localhost:3000/": /quote/,
  'curl http://localhost:3000/ && curl http://localhost:3000/': /one command at a time: &&/,
  'curl --data {} http://localhost:3000/': /option --data/,
  'curl -X GET http://evil.example/': /not http:\/\/evil\.example\//,
  'curl -i': /address is missing/,
};
for (const [command, reason] of Object.entries(refusals)) {
  test(`${command} is refused with its reason`, () => {
    assert.equal(requestsIn(command), undefined);
    assert.match(refusalOf(command), reason);
  });
}

test('the command of a failed check is the request of the check', () => {
  const request = { method: 'POST', path: "/a?b='c'", headers: { 'X-One': '1', ...json }, body: '{"d":"e\\\\"}' };
  assert.deepEqual(requestsIn(curlOf(request)), [request]);
});
