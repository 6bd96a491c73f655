import pc from 'picocolors';
import type { Chapter } from './chapters.ts';
import type { ListedRoute } from './run/listening.ts';

/** What `npm run chapter` prints when a chapter listens: the URL, the routes, and what to do next. */
export function bannerOf(
  chapter: Chapter,
  url: string,
  routes: ListedRoute[] | undefined,
  notes: string[] = [],
): string {
  const lines = ['', pc.bold(`Chapter ${chapter.number}: ${chapter.title}`), `Listening on ${pc.cyan(url)}`, ''];
  if (routes !== undefined) lines.push(...routesAndRequests(url, routes), '');
  lines.push(
    `Then: ${pc.cyan(`npm test ${chapter.number}`)} checks your steps. Ctrl-C stops.`,
    ...notes.map((note) => pc.dim(note)),
    '',
  );
  return lines.join('\n');
}

function routesAndRequests(url: string, routes: ListedRoute[]): string[] {
  const listed = routes.length === 0 ? ['  No routes yet.'] : table(routes.map(cellsOf));
  return [...listed, '', 'Try:', ...requestsToTry(url, routes).map((line) => `  ${line}`)];
}

/** After a save: the routes that are new, have another handler, or are gone. */
export function routeChanges(before: readonly ListedRoute[], after: readonly ListedRoute[]): string[] {
  const isSame = (a: ListedRoute) => (b: ListedRoute) => a.method === b.method && a.path === b.path;
  const changes = after.flatMap((route) => {
    const old = before.find(isSame(route));
    if (old?.handler === route.handler) return [];
    return [[old === undefined ? 'new' : 'changed', ...cellsOf(route)]];
  });
  const removed = before.filter((route) => !after.some(isSame(route))).map((route) => ['removed', ...cellsOf(route)]);
  return table([...changes, ...removed]);
}

function cellsOf({ method = '', path, handler }: ListedRoute): string[] {
  return [method, path, handler];
}

/** Aligned columns, the last one dimmed. */
function table(rows: string[][]): string[] {
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      if (column === row.length - 1) return cell && pc.dim(cell);
      return cell.padEnd(Math.max(...rows.map((other) => other[column]!.length)));
    });
    return `  ${cells.join('  ')}`.trimEnd();
  });
}

/** Two requests that work as they are: reading needs neither a body nor a token. */
function requestsToTry(url: string, routes: ListedRoute[]): string[] {
  // We can't know which paths exist below a wildcard.
  const readable = routes.filter(({ method, path }) => method === 'GET' && !path.includes('*'));
  const chosen = readable.length > 0 ? readable.slice(0, 2) : [{ path: '/' }];
  const lines = chosen.map(({ path }) => `curl -i ${url}${path.replace(/:\w+/g, '1')}`);
  return lines.length < 2 ? [...lines, `curl -i ${url}/no/such/path`] : lines;
}
