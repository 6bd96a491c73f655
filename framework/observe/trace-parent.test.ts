import assert from 'node:assert/strict';
import test from 'node:test';
import { continueTrace, headersOf } from './trace-parent.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const valid = `00-${traceId}-${parentId}-01`;

const parents: [what: string, traceparent: string, isValid: boolean][] = [
  ['the example of the Recommendation', valid, true],
  ['not sampled', `00-${traceId}-${parentId}-00`, true],
  ['flags that this version does not know', `00-${traceId}-${parentId}-ff`, true],
  ['a later version', `cc-${traceId}-${parentId}-01`, true],
  ['a later version with more fields', `cc-${traceId}-${parentId}-01-what-the-future-brings`, true],
  ['a later version with something else after the flags', `cc-${traceId}-${parentId}-01.more`, false],
  ['a later version that ends with a dash', `cc-${traceId}-${parentId}-01-`, true],
  ['nothing', '', false],
  ['the version ff', `ff-${traceId}-${parentId}-01`, false],
  ['version 00 with more fields', `${valid}-more`, false],
  ['version 00 that ends with a dash', `${valid}-`, false],
  ['upper case', valid.toUpperCase(), false],
  ['one upper-case digit', `00-${traceId.replace('a', 'A')}-${parentId}-01`, false],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${parentId}-01`, false],
  ['a parent id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`, false],
  ['a short trace id', `00-${traceId.slice(1)}-${parentId}-01`, false],
  ['a long parent id', `00-${traceId}-${parentId}0-01`, false],
  ['flags of one digit', `00-${traceId}-${parentId}-1`, false],
  ['letters that are not digits', `00-${traceId.replace('0', 'g')}-${parentId}-01`, false],
  ['a space before it', ` ${valid}`, false],
  ['a space after it', `${valid} `, false],
  ['two headers, as Node joins them', `${valid}, ${valid}`, false],
  ['a line break and a forged line', `${valid}\n{"level":"info"}`, false],
  ['a forged field', `00-${traceId}","user_id":"admin-${parentId}-01`, false],
  ['ten thousand digits', `00-${'a'.repeat(10_000)}-${parentId}-01`, false],
];

for (const [what, traceparent, isValid] of parents) {
  test(`traceparent: ${what} ${isValid ? 'is continued' : 'begins a new trace'}`, () => {
    const trace = continueTrace({ traceparent, tracestate: 'vendor=1' });
    assert.match(trace.traceId, /^(?!0+$)[\da-f]{32}$/);
    assert.match(trace.spanId, /^(?!0+$)[\da-f]{16}$/);
    assert.notEqual(trace.spanId, parentId, 'the work of this program has an id of its own');
    assert.equal(trace.traceId === traceId, isValid);
    assert.equal(trace.parentId, isValid ? parentId : undefined);
    assert.equal(trace.state, isValid ? 'vendor=1' : '', 'the state of an invalid traceparent is not used');
  });
}

test('only the sampled flag is passed on, and the version is ours', () => {
  for (const [flags, expected] of [
    ['00', '00'],
    ['01', '01'],
    ['02', '00'],
    ['ff', '01'],
  ]) {
    const trace = continueTrace({ traceparent: `cc-${traceId}-${parentId}-${flags}` });
    assert.deepEqual(headersOf(trace), { traceparent: `00-${traceId}-${trace.spanId}-${expected}` });
  }
});

test('a new trace is sampled, and every one has other ids', () => {
  const traces = Array.from({ length: 100 }, () => continueTrace({}));
  assert.equal(new Set(traces.map((trace) => trace.traceId)).size, 100);
  assert.equal(new Set(traces.map((trace) => trace.spanId)).size, 100);
  assert.match(headersOf(traces[0]!).traceparent!, /-01$/);
});

const many = (count: number) => Array.from({ length: count }, (_, index) => `k${index}=v`).join(',');

const states: [what: string, state: string, passedOn: string][] = [
  ['one member', 'congo=t61rcWkgMzE', 'congo=t61rcWkgMzE'],
  ['members in their order', 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE', 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'],
  ['spaces and empty members', 'a=1 , ,\tb=2,', 'a=1,b=2'],
  ['a tenant', '0tenant@vendor=1', '0tenant@vendor=1'],
  ['a space inside of a value', 'a=b c', 'a=b c'],
  ['32 members', many(32), many(32)],
  ['33 members', many(33), ''],
  ['a key that begins with a digit', '1a=1', ''],
  ['an upper-case key', 'A=1', ''],
  ['a value with =', 'a=1=2', ''],
  ['no value', 'a=', ''],
  ['no key', '=1', ''],
  ['a key twice', 'a=1,a=2', ''],
  ['a value of 256 characters', `a=${'x'.repeat(256)}`, `a=${'x'.repeat(256)}`],
  ['a value of 257 characters', `a=${'x'.repeat(257)}`, ''],
  ['a control character', 'a=1\x1b[2J', ''],
  ['a line break', 'a=1\r\nX-Forged: 1', ''],
];

for (const [what, tracestate, passedOn] of states) {
  test(`tracestate: ${what} ${passedOn === '' ? 'is dropped' : 'is passed on'}, and the trace goes on`, () => {
    const trace = continueTrace({ traceparent: valid, tracestate });
    assert.equal(trace.traceId, traceId);
    assert.equal(headersOf(trace).tracestate, passedOn === '' ? undefined : passedOn);
  });
}
