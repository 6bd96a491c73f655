import pc from 'picocolors';
import type { Chapter } from './chapters.ts';
import type { ListedRoute } from './run/program.ts';

/** What `npm run chapter` says when a chapter listens: where, what, and what to do next. */
export function bannerOf(chapter: Chapter, url: string, routes: ListedRoute[], notes: string[] = []): string {
  const lines = ['', pc.bold(`Chapter ${chapter.number}: ${chapter.title}`), `Listening on ${pc.cyan(url)}`, ''];
  const paths = routes.map((route) => [route.method ?? '', route.path, route.handler]);
  const widths = [0, 1].map((column) => Math.max(0, ...paths.map((row) => row[column]!.length)));
  for (const [method = '', path = '', handler = ''] of paths) {
    lines.push(`  ${method.padEnd(widths[0]!)}  ${path.padEnd(widths[1]!)}  ${handler && pc.dim(handler)}`.trimEnd());
  }
  if (routes.length === 0) lines.push('  No routes yet.');
  const tries = requestsToTry(url, routes);
  if (tries.length > 0) lines.push('', 'Try:', ...tries.map((line) => `  ${line}`));
  lines.push(
    '',
    `Then: ${pc.cyan(`npm test ${chapter.number}`)} checks your steps. Ctrl-C stops.`,
    ...notes.map((note) => pc.dim(note)),
    '',
  );
  return lines.join('\n');
}

/** Two requests that work as they are: reading needs neither a body nor a token. */
function requestsToTry(url: string, routes: ListedRoute[]): string[] {
  // Which files a route for any path has, nobody can tell from here.
  const readable = routes.filter(({ method, path }) => method === 'GET' && !path.includes('*'));
  const chosen = readable.length > 0 ? readable.slice(0, 2) : [{ path: '/' }];
  const lines = chosen.map(({ path }) => `curl -i ${url}${path.replace(/:\w+/g, '1')}`);
  return lines.length < 2 ? [...lines, `curl -i ${url}/no/such/path`] : lines;
}
