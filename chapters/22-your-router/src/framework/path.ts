/** `/posts/` is `/posts`. Only one slash is removed: `/posts//` ends in an empty segment. */
export function withoutTrailingSlash(path: string): string {
  // Step 1: remove one slash from the end, unless it is the whole path.
  return path;
}
