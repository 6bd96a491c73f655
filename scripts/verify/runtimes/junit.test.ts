import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomesIn } from './junit.ts';

test('the results of Node: self-closing elements, and a failure whose message contains an arrow', () => {
  const xml = `<testsuites>
	<testcase name="a &quot;quoted&quot; name" time="0.1" classname="test"/>
	<testsuite name="outer" time="1"><testcase name="inner" classname="test">
		<failure type="testCodeFailure" message="expected () => 1&#10;second line">Error</failure>
	</testcase></testsuite>
	<testcase name="later" classname="test"><skipped type="skipped" message="needs a server"/></testcase>
</testsuites>`;
  assert.deepEqual(outcomesIn(xml), [
    { name: 'a "quoted" name', result: 'passed', message: '' },
    { name: 'inner', result: 'failed', message: 'expected () => 1' },
    { name: 'later', result: 'skipped', message: 'needs a server' },
  ]);
});

test('the results of Deno and Bun: joined names, and elements without content', () => {
  const deno = `<testcase name="outer &gt; inner" classname="./a.test.ts" time="0.1">
  </testcase><testcase name="skipped" time="0"><skipped/></testcase>`;
  assert.deepEqual(
    outcomesIn(deno).map(({ name, result }) => [name, result]),
    [
      ['inner', 'passed'],
      ['skipped', 'skipped'],
    ],
  );
  const bun = '<testcase name="one" assertions="0" />\n<testcase name="two"><failure type="Error" /></testcase>';
  assert.deepEqual(
    outcomesIn(bun).map(({ name, result }) => [name, result]),
    [
      ['one', 'passed'],
      ['two', 'failed'],
    ],
  );
});

test('Node 20.11 escapes quotes twice', () => {
  assert.equal(outcomesIn('<testcase name="{ &amp;quot;a&amp;quot; }"/>')[0]?.name, '{ "a" }');
});

test('a report that was never written has no results', () => {
  assert.deepEqual(outcomesIn(''), []);
});
