import { extname } from 'node:path';
import { mimes } from 'mrmime';

/** Icons are missing from the table, and every browser asks for `/favicon.ico`. */
const types = new Map(Object.entries({ ...mimes, ico: 'image/x-icon' }));

/** Types that are encoded as characters, and so have a charset. Not all of their names start with `text/`. */
const textual = /^text\/|^application\/(json5?|xml|ecmascript)$|\+(json|xml|yaml)$/;

/**
 * The `Content-Type` of a file, chosen by its extension. A file of an unknown type is sent as bytes, which a browser
 * downloads and never runs. Our text is UTF-8: without a charset, browsers would guess one, and they can be tricked into
 * a guess that turns harmless text into markup.
 *
 * We read the table ourselves because `lookup` from mrmime accepts more than extensions: to it, a file called `html` is a
 * page, and the type of `x.constructor` is a function.
 */
export function contentTypeOf(path: string): string {
  const type = types.get(extname(path).slice(1).toLowerCase()) ?? 'application/octet-stream';
  return textual.test(type) ? `${type}; charset=utf-8` : type;
}
