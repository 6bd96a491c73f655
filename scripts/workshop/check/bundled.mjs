// Lets a program find the framework in the one file that `framework-bundle.ts` has made of it.
import { register } from 'node:module';

const version = new URL(import.meta.url).search.slice(1);
const bundle = new URL(`../../../.workshop/framework/${version}.mjs`, import.meta.url).href;
register('./bundled-hooks.mjs', import.meta.url, { data: bundle });
