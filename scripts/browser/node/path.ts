import type { PlatformPath } from 'node:path';
import paths from 'path-browserify';

const own = paths as PlatformPath;

export const {
  basename,
  dirname,
  extname,
  format,
  isAbsolute,
  join,
  normalize,
  parse,
  relative,
  resolve,
  sep,
  delimiter,
} = own;
export const posix = own;

export default own;
