// Lets Node load a program in TypeScript, and find the framework in the file that `framework-bundle.ts` has written.
import * as node from 'node:module';
import { setFlagsFromString } from 'node:v8';
import * as hooks from './loader-hooks.mjs';

const version = new URL(import.meta.url).search.slice(1);
const bundle = version && new URL(`../../../.workshop/framework/${version}.mjs`, import.meta.url).href;

// SQLite is WebAssembly. Optimizing it takes a third of a check's processor time, and a short run never earns that back.
setFlagsFromString('--liftoff-only');
process.setSourceMapsEnabled(true);
if (node.registerHooks === undefined) {
  node.register('./loader-hooks.mjs', import.meta.url, { data: bundle });
} else {
  hooks.initialize(bundle);
  node.registerHooks(hooks);
}
