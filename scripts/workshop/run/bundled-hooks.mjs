// Asked before the TypeScript loader; in older versions of Node on the thread of its module loader.
import { existsSync, readFileSync } from 'node:fs';

let bundle = '';

export function initialize(url) {
  bundle = url;
}

export function resolve(specifier, context, next) {
  // A newer one may have taken its place meanwhile.
  if (specifier !== 'trellis' || !existsSync(new URL(bundle))) return next(specifier, context);
  return { url: bundle, format: 'module', shortCircuit: true };
}

export function load(url, context, next) {
  if (url !== bundle) return next(url, context);
  return { source: readFileSync(new URL(url), 'utf8'), format: 'module', shortCircuit: true };
}
