// @ts-expect-error: the package has no types of its own.
import paths from 'path-browserify';
import type { PlatformPath } from 'node:path';

const own = paths as PlatformPath;

export const { basename, dirname, extname, format, isAbsolute, join, normalize, parse, relative, resolve, sep, delimiter } =
  own;
export const posix = own;

export default own;
