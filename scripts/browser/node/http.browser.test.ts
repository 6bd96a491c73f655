import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutBrowser } from '../../site/browser.fixture.ts';
import { openPage } from '../browser-workshop.fixture.ts';
import { bundle } from '../build.ts';
import { httpParser } from '../edition.ts';
import { playScenarios } from './http.scenarios.ts';

test('the stand-in for node:http sends the same bytes as Node', {
  skip: withoutBrowser(import.meta.filename),
}, async (t) => {
  const script = await bundle('node/http.scenarios.worker.ts');
  const { page, close } = await openPage({
    '/scenarios.js': ['text/javascript', script],
    '/parser.wasm': ['application/wasm', httpParser],
  });
  t.after(close);
  const inBrowser = (await page.evaluate(
    `new Promise(async (resolve, reject) => {
      const worker = new Worker('/scenarios.js');
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(await WebAssembly.compileStreaming(fetch('/parser.wasm')));
    })`,
  )) as Record<string, string>;
  const inNode = await playScenarios();
  for (const [name, bytes] of Object.entries(inNode)) await t.test(name, () => assert.equal(inBrowser[name], bytes));
});
