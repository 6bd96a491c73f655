/* A script of its own: only the first worker compiles, and it does so when esbuild has been loaded. */
export { initialize, transform } from 'esbuild-wasm/esm/browser.js';
export { compile, syntaxProblems } from './compile.ts';
