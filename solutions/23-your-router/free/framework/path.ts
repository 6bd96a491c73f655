/** `/api` and `/v1` make `/api/v1`, with exactly one slash between them. */
export function joinPaths(prefix: string, path: string): string {
  const rest = path === '' || path.startsWith('/') ? path : `/${path}`;
  return prefix.replace(/\/$/, '') + rest || '/';
}
