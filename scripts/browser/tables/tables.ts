import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from '../../workshop/chapters.ts';
import { openPage } from '../browser-workshop.fixture.ts';
import { bundle } from '../build.ts';
import { httpParser } from '../edition.ts';
import type { Result } from './node-test.ts';

/** Test files of the framework, below its folder, that run on the stand-ins. Others, such as `http/server.test.ts`, don't end in a worker yet. */
export const tableFiles = [
  'http/body.test.ts',
  'http/context.test.ts',
  'http/cookies.test.ts',
  'http/errors.test.ts',
  'http/lengths.test.ts',
  'http/limits.test.ts',
  'http/target.test.ts',
];

/** How long a file may take, in milliseconds. */
const patience = 15_000;

export type Tables = Readonly<Record<string, readonly Result[]>>;

/** Runs these files in a browser, against the stand-ins for Node. */
export async function runTables(chosen: readonly string[]): Promise<Tables> {
  const script = await bundle('tables/tables.worker.ts', { plugins: [testModules(chosen)], isWhole: true });
  const { page, close } = await openPage({
    '/tables.js': ['text/javascript', script],
    '/parser.wasm': ['application/wasm', httpParser],
  });
  try {
    return (await page.evaluate(
      `(async () => {
        const parser = await WebAssembly.compileStreaming(fetch('/parser.wasm'));
        const run = (file) => new Promise((resolve) => {
          const worker = new Worker('/tables.js');
          const end = (results) => { clearTimeout(timer); worker.terminate(); resolve(results); };
          const broken = (problem) => end([{ name: 'the whole file', problem }]);
          const timer = setTimeout(() => broken('not done after ${patience} ms'), ${patience});
          worker.onmessage = ({ data }) => Array.isArray(data) && end(data);
          worker.onerror = ({ message }) => broken(message);
          worker.postMessage({ parser, file });
        });
        const results = {};
        for (const file of ${JSON.stringify(chosen)}) results[file] = await run(file);
        return results;
      })()`,
    )) as Tables;
  } finally {
    await close();
  }
}

function testModules(chosen: readonly string[]): Plugin {
  const own: Record<string, string> = { 'node:test': 'node-test.ts', 'node:assert/strict': 'node-assert.ts' };
  return {
    name: 'test modules',
    setup: (esbuild) => {
      esbuild.onResolve({ filter: /^(node:test|node:assert\/strict)$/ }, ({ path }) => ({
        path: join(import.meta.dirname, own[path]!),
      }));
      esbuild.onResolve({ filter: /^framework-tables$/ }, ({ path }) => ({ path, namespace: 'tables' }));
      esbuild.onLoad({ filter: /.*/, namespace: 'tables' }, () => {
        const lines = chosen.map(
          (file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(join(root, 'framework', file))})`,
        );
        return { contents: `export const tables = { ${lines.join(', ')} };`, resolveDir: root };
      });
    },
  };
}
