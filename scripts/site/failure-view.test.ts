import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allChapters } from '../workshop/chapters.ts';
import type { FailureParts } from '../workshop/check/failure-parts.ts';
import { failureView } from './failure-view.ts';

const chapter = allChapters()[5]!;
const view = (failure: FailureParts) =>
  failureView(chapter, { step: 2, name: 'a check', failure, alreadyTrue: false, milliseconds: 1 }).toString();

test('a request can be copied and sent, and the words that differ are marked', () => {
  const text = view({
    problem: 'x',
    curl: 'curl -i http://localhost:3000/',
    received: '200 "a b"',
    expected: '200 "a c"',
  });
  assert.match(text, /data-language="sh" data-curl><pre[^>]*><code><span class="line">curl -i /);
  assert.match(
    text,
    /<p>Your program sent<\/p>[^<]*<pre[^>]*>[^<]*<mark>b<\/mark>[\s\S]*<p>Expected<\/p>[^<]*<pre[^>]*>[^<]*<mark>c<\/mark>/,
  );
});

test('the story of an attack is no response, and its command is one', () => {
  const command = 'npm run attack 06 injection';
  const text = view({
    problem: 'x',
    command,
    happened: 'Attacker: GET /posts …  200',
    expected: 'the program blocks it',
  });
  assert.match(text, /data-language="sh"><pre[^>]*><code><span class="line">npm run attack 06 injection</);
  assert.match(text, /<p>What happened<\/p><pre tabindex="0">Attacker: GET \/posts … {2}200<\/pre>/);
  assert.doesNotMatch(text, /<mark>|data-curl|Your program sent/);
});

test('what was asked in words has no prompt: nobody can paste it', () => {
  const text = view({ problem: 'x', curl: 'PUT /posts/1, whose body arrives late', received: '404', expected: '200' });
  assert.match(text, /<pre class="plain" tabindex="0">PUT \/posts\/1, whose body arrives late<\/pre>/);
  assert.doesNotMatch(text, /data-language="sh"/);
});
