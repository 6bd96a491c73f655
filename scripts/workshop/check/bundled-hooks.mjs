// Runs on the thread of Node's module loader, in front of the TypeScript loader.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

let bundle = '';

export function initialize(url) {
  bundle = url;
}

export function resolve(specifier, context, next) {
  // A newer one may have taken its place meanwhile.
  if (specifier !== 'trellis' || !existsSync(new URL(bundle))) return next(specifier, context);
  return { url: bundle, format: 'module', shortCircuit: true };
}

export async function load(url, context, next) {
  if (url !== bundle) return next(url, context);
  return { source: await readFile(new URL(url), 'utf8'), format: 'module', shortCircuit: true };
}
