/**
 * Decodes percent escapes once. `%2F` and `%25` stay, in upper case: an encoded slash must not create a segment, and an
 * encoded percent sign must not create an escape. Undefined if an escape is malformed.
 */
export function canonicalPath(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path.replace(/%(2f|25)/gi, (_, hex: string) => `%25${hex.toUpperCase()}`));
  } catch {
    return undefined;
  }
}

/** Decodes what `canonicalPath` has left: the value of a parameter is data, and no longer an address. */
export function decodeParameter(value: string): string {
  return value.includes('%') ? value.replace(/%2F/g, '/').replace(/%25/g, '%') : value;
}
