import { extname } from 'node:path';
import { mimes } from 'mrmime';

/** Icons are missing from the table, and every browser asks for `/favicon.ico`. */
const types = new Map(Object.entries({ ...mimes, ico: 'image/x-icon' }));

/** Types that are encoded as characters, and so have a charset. Not all of their names start with `text/`. */
const textual = /^text\/|^application\/(json5?|xml|ecmascript)$|\+(json|xml|yaml)$/;

/**
 * The `Content-Type` of a file, chosen by its extension. A file of an unknown type is sent as bytes, which a browser
 * downloads and never runs. Text is sent as UTF-8: without a charset, browsers guess one, and an attacker can provoke a
 * guess that turns harmless text into markup.
 *
 * We don't use `lookup` from mrmime, because it accepts more than extensions: it takes a file called `html` for a page,
 * and returns a function for `x.constructor`.
 */
export function contentTypeOf(path: string): string {
  const type = types.get(extname(path).slice(1).toLowerCase()) ?? 'application/octet-stream';
  return textual.test(type) ? `${type}; charset=utf-8` : type;
}
