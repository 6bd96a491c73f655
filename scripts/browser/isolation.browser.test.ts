import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isThorough } from '../../framework/fixtures/slow.ts';
import { withoutBrowser } from '../site/browser.fixture.ts';
import { allChapters } from '../workshop/chapters.ts';
import { solutionOf } from '../workshop/starters.ts';
import { type BrowserWorkshop, openBrowserWorkshop } from './browser-workshop.fixture.ts';

const chapter = allChapters()[0]!;
const solution = solutionOf(chapter);
const controller = solution.get('hello.controller.ts')!;

/** They wait for a program that is stuck. */
const thorough = { skip: isThorough ? false : 'npm test all runs it' };

describe('a program in a worker', { skip: withoutBrowser(import.meta.filename) }, () => {
  let workshop: BrowserWorkshop;
  let first: string;
  before(async () => {
    workshop = await openBrowserWorkshop();
    const results = await workshop.check(chapter.slug, solution, 'seed');
    first = results[0]!.name;
  });
  after(() => workshop?.close());

  /** The failure of the first check with another `main.ts`. */
  async function failureWith(main: string): Promise<string> {
    const files = new Map(solution).set('main.ts', main);
    const [result] = await workshop.check(chapter.slug, files, 'seed', [first]);
    return result?.message ?? 'passed';
  }

  /** What the program finds: it reports it as the error that ends it. */
  async function seenBy(expression: string): Promise<unknown> {
    const message = await failureWith(`const seen = ${expression};\nthrow new Error('seen ' + JSON.stringify(seen));`);
    return JSON.parse(/seen (.*)$/m.exec(message)![1]!);
  }

  test('an endless loop in a handler is stopped with the message of the terminal', async () => {
    const files = new Map(solution).set('hello.controller.ts', controller.replace('hello() {', '$&\n    for (;;);'));
    const [result] = await workshop.check(chapter.slug, files, 'seed', [first]);
    assert.equal(result?.failure?.problem, 'No response, because the event loop is blocked.');
  });

  test('an endless loop at startup is stopped with the message of the terminal', thorough, async () => {
    assert.match(await failureWith('for (;;);'), /^The program never listened, because its event loop is blocked\./);
  });

  test('endless output neither fills the memory nor stops the workshop', thorough, async () => {
    const message = await failureWith(`const line = 'x'.repeat(1_000_000);\nfor (;;) console.log(line);`);
    assert.match(message, /its event loop is blocked/);
    assert.equal(await failureWith(solution.get('main.ts')!), 'passed');
  });

  test('timers that start timers end the program, and nothing else', thorough, async () => {
    const message = await failureWith(`const bomb = () => { setTimeout(bomb); setTimeout(bomb); };\nbomb();`);
    assert.match(message, /more than 100000 timers/);
    assert.equal(await failureWith(solution.get('main.ts')!), 'passed');
  });

  test('a program that never listens is told so', thorough, async () => {
    assert.match(await failureWith('export {};'), /^The program ended before it listened\./);
    assert.match(await failureWith('await new Promise(() => {});'), /because a top-level await never settles/);
    assert.match(await failureWith('process.exit(3);'), /^The program ended before it listened\./);
  });

  test('the network is out of reach', async () => {
    const names = `['XMLHttpRequest', 'WebSocket', 'EventSource', 'importScripts', 'indexedDB', 'caches', 'Worker'].filter((name) => globalThis[name] !== undefined)`;
    assert.deepEqual(await seenBy(names), []);
    assert.equal(
      await seenBy(`await fetch('http://example.com/').catch((error) => error.cause.message)`),
      'getaddrinfo ENOTFOUND',
    );
    assert.match(String(await seenBy(`await import('https://example.com/x.js').catch(String)`)), /Error/);
  });

  test('a function without a stand-in names itself', async () => {
    const message = await failureWith(`import { createSocket } from 'node:dgram';\ncreateSocket('udp4');`);
    assert.match(message, /createSocket of node:dgram does not exist in the browser/);
  });

  test('an error names its line in the source', async () => {
    const message = await failureWith(
      `interface Unused {\n  a: string;\n}\n\nconst none = undefined as unknown as Unused;\nconsole.log(none.a);`,
    );
    assert.match(message, /main\.ts:6:18/);
    assert.match(message, /> 6 │ console\.log\(none\.a\);/);
  });

  test('a syntax error is shown in the words of the terminal', async () => {
    const message = await failureWith(`const a = {\n  b: 1\n  c: 2,\n};`);
    assert.match(message, /^Syntax error: Expected "}" but found "c"/);
    assert.match(message, /> 3 │ {3}c: 2,/);
  });
});
