// Part of preload.mjs: makes the bcrypt hashes of a program cheap, if worker threads compute them.
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

const cheap = new URL('./cheap-bcrypt.mjs', import.meta.url).href;
const bcrypt = /(?<=\bfrom )(['"])bcryptjs\1/;
/** What works only in the module's own place. */
const needsItsPlace = /\bfrom ['"]\.|\bimport ['"]\.|\bimport\.meta\b|\bimport\(/;

export function makeHashesCheap() {
  threads.Worker = class extends threads.Worker {
    constructor(file, options) {
      super(withCheapHashes(file) ?? file, options);
    }
  };
  syncBuiltinESMExports();
}

/** The module with the other bcrypt in it. Undefined if it doesn't import bcrypt, or can't be moved. */
export function withCheapHashes(file) {
  if (!String(file).startsWith('file:')) return undefined;
  const source = readFileSync(new URL(file), 'utf8');
  if (!bcrypt.test(source) || needsItsPlace.test(source)) return undefined;
  return new URL(`data:text/javascript,${encodeURIComponent(source.replace(bcrypt, `'${cheap}'`))}`);
}
