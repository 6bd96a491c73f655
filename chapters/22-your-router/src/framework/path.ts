/** `/posts/` is `/posts`. Only one slash is removed: `/posts//` ends in an empty segment. */
export function withoutTrailingSlash(path: string): string {
  // Step 1: remove one slash from the end, unless it is the whole path.
  return path;
}

/** `/api` and `/v1` make `/api/v1`, with exactly one slash between them. */
export function joinPaths(prefix: string, path: string): string {
  const rest = path === '' || path.startsWith('/') ? path : `/${path}`;
  return prefix.replace(/\/$/, '') + rest || '/';
}
