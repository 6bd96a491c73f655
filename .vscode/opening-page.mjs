import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The address of X-ray in the output of `npm run docs`, with the key. Undefined as long as it hasn't been printed.
 *
 * @param {string} output
 * @returns {string | undefined}
 */
export function addressIn(output) {
  const printed = /pages are on (http:\S+)\r?\n/.exec(output)?.[1];
  if (printed === undefined) return undefined;
  const address = new URL(printed);
  address.pathname = '/x-ray/';
  return address.href;
}

/**
 * Writes a page that leads to the address, and returns its path. The command line of a program is visible to every user of
 * the machine, so the browser gets the path of this file there, and not the key. It is in `dist`, because a browser
 * from a Snap package can't read folders whose names begin with a dot.
 *
 * @param {string} address
 * @param {URL} folder the repository
 * @returns {string}
 */
export function writeOpeningPage(address, folder) {
  const file = fileURLToPath(new URL('dist/open-x-ray.html', folder));
  mkdirSync(new URL('dist/', folder), { recursive: true });
  // The mode only counts for a new file: an old one is closed before anything is in it.
  writeFileSync(file, '', { mode: 0o600 });
  chmodSync(file, 0o600);
  const head = '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">';
  writeFileSync(file, `${head}<meta http-equiv="refresh" content="0; url=${address}"><title>X-ray</title>\n`);
  return file;
}
