// Lets a program find the framework in the one file that `framework-bundle.ts` has made of it.
import * as node from 'node:module';
import * as hooks from './bundled-hooks.mjs';

const version = new URL(import.meta.url).search.slice(1);
const bundle = new URL(`../../../.workshop/framework/${version}.mjs`, import.meta.url).href;

// Hooks are asked in the reverse order of their kind: where the TypeScript loader uses the newer one, so must we, or it
// would compile the bundle once more, and its errors would no longer lead to the sources.
if (node.registerHooks === undefined) {
  node.register('./bundled-hooks.mjs', import.meta.url, { data: bundle });
} else {
  hooks.initialize(bundle);
  node.registerHooks(hooks);
}
