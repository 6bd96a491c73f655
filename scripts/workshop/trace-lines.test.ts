import assert from 'node:assert/strict';
import test from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { compare } from './replay/comparison.ts';
import { drawTrace } from './trace-lines.ts';
import type { TraceEvent } from './xray/trace-event.ts';

/** Clears the screen, retitles the window, forges a line, and reverses the reading direction. */
const attack = '\u001b[2J\u001b]0;title\u0007\n\u009b31m\u202e';
const escaped = '\\u001b[2J\\u001b]0;title\\u0007\\n\\u009b31m\\u202e';

/** Every string of a trace that a request, a learner's program or a database can choose. */
const trace: TraceEvent = {
  id: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  method: 'POST',
  path: `/path${attack}`,
  request: { query: {}, headers: {} },
  resolution: {
    path: `/route${attack}`,
    kind: 'pattern',
    cached: false,
    params: { [`param${attack}`]: `value\u009b31m` },
    handler: 'create',
  },
  tried: { routes: [], others: 0 },
  steps: [
    { kind: 'middleware', name: `layer${attack}`, depth: 0, at: 0, ms: 1, outcome: 'passed on' },
    { kind: 'bind', name: `dto${attack}`, depth: 1, at: 0, ms: 1, outcome: 'accepted', note: `keys${attack}` },
    { kind: 'bind', name: 'Dto', depth: 1, at: 0, ms: 1, outcome: 'refused', note: `problem${attack}` },
    { kind: 'set', name: `key${attack}`, depth: 1, at: 0, ms: 0, value: `set${attack}` },
    { kind: 'query', name: `select${attack}`, depth: 1, at: 0, ms: 1, rows: 1 },
    { kind: 'handler', name: `handler${attack}`, depth: 1, at: 0, ms: 1, outcome: 'threw', note: `note${attack}` },
  ],
  status: 500,
  ms: 1,
  error: `error${attack}`,
};

const chosen = [
  'path',
  'route',
  'param',
  'layer',
  'dto',
  'keys',
  'problem',
  'key',
  'set',
  'select',
  'handler',
  'note',
  'error',
];

test('nothing in a trace reaches the terminal as an escape sequence', () => {
  const drawn = drawTrace(trace);
  for (const name of chosen) assert.ok(drawn.includes(`${name}${escaped}`), `${name} in\n${JSON.stringify(drawn)}`);
  // Our own colours are the only sequences that are left.
  assert.doesNotMatch(stripVTControlCharacters(drawn).replaceAll('\n', ''), /[\p{Cc}\u202e]/u);
  assert.equal(drawn.split('\n').length, 12, 'no line is forged');
});

test('nor does anything in a replayed request', () => {
  const request = { method: 'POST', path: '/', headers: {} };
  const played = { request, status: 0, headers: new Headers(), content: '', problem: `problem${attack}`, trace };
  const text = compare(played as unknown as Parameters<typeof compare>[0], played as never).mine.join('');
  assert.doesNotMatch(text, /[\p{Cc}\u202e]/u);
  assert.ok(text.includes(`= set${escaped}`), text);
});
